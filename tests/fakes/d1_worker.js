/** D1 over HTTP, for tests: POST {statements: [{sql, parameters}]} -> the rows of each, or the error's message. */

export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === "/health") return new Response("ok");
    const { statements } = await request.json();
    const prepared = statements.map(({ sql, parameters }) => env.DB.prepare(sql).bind(...parameters));
    try {
      return Response.json((await env.DB.batch(prepared)).map(({ results }) => results));
    } catch (error) {
      return Response.json({ error: error.message }, { status: 500 });
    }
  },
};
