// Prints, as JSON, each of the commands of KaTeX's own source that KaTeX takes in a formula or in text.
// What it is told on the command line: the folder of the katex package.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const folder = process.argv[2];
const katex = createRequire(import.meta.url)(folder);
const source = readFileSync(`${folder}/dist/katex.mjs`, "utf8");
const names = new Set([...source.matchAll(/\\\\([a-zA-Z]+)/g)].map((found) => `\\${found[1]}`));
const options = { displayMode: true, strict: "ignore", trust: true };
console.log = console.error = () => {};

const undefinedIn = (formula, name) => {
  try {
    katex.renderToString(formula, options);
    return false;
  } catch (error) {
    return error.message.includes(`Undefined control sequence: ${name} `);
  }
};
const known = [...names].filter(
  (name) => !undefinedIn(`${name}{a}`, name) || !undefinedIn(`\\text{${name}{a}}`, name),
);
process.stdout.write(JSON.stringify(known.sort()));
