/**
 * What one would write instead of Winnow: the trim of the usual published listing, as a plain TypeScript Worker.
 *
 * Sentences by a regular expression, everything embedded in batches of 100, cosines in JavaScript. No tokens, no
 * checks, no memory, no budget. Written for `make bench`, which runs it behind the same bindings as Winnow.
 *
 * `POST /replay` is for measuring too: it makes the calls to bindings that Winnow was seen to make, and nothing else.
 */

const MODEL = "@cf/baai/bge-small-en-v1.5";
const QUERY_PREFIX = "Represent this sentence for searching relevant passages: ";
const MAX_TEXTS = 100;
const GAP = " [...] ";

interface Env {
  AI: { run(model: string, inputs: { text: string[]; pooling: string }): Promise<{ data: number[][] }> };
  VECTORIZE: Record<string, (...parameters: unknown[]) => Promise<unknown>>;
  DB: {
    prepare(sql: string): { bind(...parameters: unknown[]): unknown };
    batch(statements: unknown[]): Promise<unknown>;
  };
}

interface Chunk {
  content: string;
  [field: string]: unknown;
}

interface TrimRequest {
  query: string;
  chunks: Chunk[];
  threshold?: number;
  min_sentences?: number;
}

/** One call of a binding, as it was recorded. */
type Call =
  | { binding: "AI"; model: string; inputs: { text: string[]; pooling: string } }
  | { binding: "VECTORIZE"; method: string; parameters: unknown[] }
  | { binding: "DB"; statements: { sql: string; parameters: unknown[] }[] };

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case "/health":
        return Response.json({ status: "ok" });
      case "/trim":
        return Response.json({ chunks: await trim(env, await request.json()) });
      case "/replay":
        return Response.json({ calls: await replay(env, await request.json()) });
      default:
        return new Response("not found", { status: 404 });
    }
  },
};

async function trim(env: Env, { query, chunks, threshold = 0.5, min_sentences = 1 }: TrimRequest): Promise<Chunk[]> {
  const sentences = chunks.map((chunk) => splitSentences(chunk.content));
  const [asked, ...vectors] = await embed(env, [QUERY_PREFIX + query, ...sentences.flat()]);
  let next = 0;
  return chunks.map((chunk, place) => {
    const own = sentences[place];
    const scores = own.map(() => cosine(asked, vectors[next++]));
    return { ...chunk, content: rebuild(own, choose(scores, threshold, min_sentences)) };
  });
}

function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 0);
}

async function embed(env: Env, texts: string[]): Promise<number[][]> {
  const vectors: number[][] = [];
  for (let start = 0; start < texts.length; start += MAX_TEXTS) {
    const { data } = await env.AI.run(MODEL, { text: texts.slice(start, start + MAX_TEXTS), pooling: "cls" });
    vectors.push(...data);
  }
  return vectors;
}

function cosine(left: number[], right: number[]): number {
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let place = 0; place < left.length; place += 1) {
    product += left[place] * right[place];
    leftSquares += left[place] * left[place];
    rightSquares += right[place] * right[place];
  }
  return product / Math.sqrt(leftSquares * rightSquares);
}

function choose(scores: number[], threshold: number, least: number): number[] {
  const reaching = scores.flatMap((score, place) => (score >= threshold ? [place] : []));
  if (reaching.length >= least) return reaching;
  const best = scores.map((_, place) => place).sort((a, b) => scores[b] - scores[a]);
  return best.slice(0, least).sort((a, b) => a - b);
}

function rebuild(sentences: string[], kept: number[]): string {
  let text = "";
  kept.forEach((place, position) => {
    if (position > 0) text += place === kept[position - 1] + 1 ? " " : GAP;
    text += sentences[place];
  });
  return text;
}

/** One stage after the other; within a stage all lanes at the same time, each of them call by call. */
async function replay(env: Env, stages: Call[][][]): Promise<number> {
  let calls = 0;
  for (const lanes of stages) {
    await Promise.all(
      lanes.map(async (lane) => {
        for (const call of lane) await make(env, call);
        calls += lane.length;
      }),
    );
  }
  return calls;
}

function make(env: Env, call: Call): Promise<unknown> {
  switch (call.binding) {
    case "AI":
      return env.AI.run(call.model, call.inputs);
    case "VECTORIZE":
      return env.VECTORIZE[call.method](...call.parameters);
    case "DB":
      return env.DB.batch(call.statements.map(({ sql, parameters }) => env.DB.prepare(sql).bind(...parameters)));
  }
}
