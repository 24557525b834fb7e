import { report, run } from "/run.mjs";

self.onmessage = (message) => report(run(message.data));
