// Draws Mermaid diagrams by mermaid-cli in one page, so that Mermaid is loaded once for all of them.
//
//   node one_page.mjs JOB
//
// JOB is a JSON file: `cli` is mermaid-cli's module, `puppeteer` and `options` are what it hands to
// its browser and to renderMermaid, `seconds` is what a diagram may take, `diagrams` are pairs of a
// text and the PDF to draw it to. The name of each PDF is printed when it is begun. One that is
// begun and not there in the end could not be drawn. Exit code 1: the browser is gone, and the
// diagrams not yet begun are left.

import { readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const job = JSON.parse(await readFile(process.argv[2], "utf8"));
const cli = pathToFileURL(job.cli).href;
const { resolve } = await import(createRequire(cli).resolve("import-meta-resolve"));
const { default: puppeteer } = await import(resolve("puppeteer", cli));
const { renderMermaid } = await import(cli);

/** What mermaid-cli does to a page before it draws, and need not do again. */
const PREPARATIONS = ["on", "setViewport", "goto", "setRequestInterception", "addStyleTag"];

/** A diagram with settings of its own: Mermaid's modules may keep some of them. */
const SETTINGS = /^\s*---|%%\{/;

/** Empties the page and tells all that is left in it: elements, fonts, styles. */
function emptied() {
  document.getElementById("container").replaceChildren();
  document.getElementById("__________cytoscape_stylesheet")?.remove(); // put back when missed
  return JSON.stringify([
    document.documentElement.outerHTML,
    document.fonts.size,
    document.adoptedStyleSheets.length,
  ]);
}

/** Hands out one page again and again, as long as it is as empty as when it was new. */
class OnePage {
  constructor(browser) {
    this.browser = browser;
  }

  async newPage() {
    if (!this.page) {
      this.page = await this.browser.newPage();
      this.empty = undefined;
    }
    const { page, empty } = this;
    const own = {
      close: async () => {},
      $eval: async (selector, ...rest) => {
        if (selector === "#container") this.empty ??= await page.evaluate(emptied);
        return page.$eval(selector, ...rest);
      },
    };
    if (empty) for (const name of PREPARATIONS) own[name] = async () => {};
    return new Proxy(page, {
      get: (_, name) => own[name] ?? (page[name]?.bind ? page[name].bind(page) : page[name]),
    });
  }

  /** Keeps the page if it is `fit` for another diagram. */
  async tidy(fit) {
    const { page, empty } = this;
    if (fit && empty && (await page.evaluate(emptied)) === empty) return;
    this.page = undefined;
    await page?.close();
  }
}

const OVERDUE = new Error("the time is over");

/** What `promise` comes to, or `OVERDUE` after the seconds of the job. */
function inTime(promise) {
  let timer;
  const end = new Promise((_, reject) => {
    timer = setTimeout(() => reject(OVERDUE), 1000 * job.seconds);
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}

async function draw(pages, [text, path]) {
  const { data } = await renderMermaid(pages, text, "pdf", job.options);
  await writeFile(`${path}.part`, data);
  await rename(`${path}.part`, path);
}

const browser = await puppeteer.launch(job.puppeteer);

/** Ends the program if `error` leaves no browser to draw with. */
function endIfGone(error) {
  if (error !== OVERDUE && browser.connected) return;
  browser.process()?.kill("SIGKILL");
  process.exit(1);
}

const pages = new OnePage(browser);
for (const diagram of job.diagrams) {
  console.log(diagram[1]);
  let fit = false;
  try {
    await inTime(draw(pages, diagram));
    fit = !SETTINGS.test(diagram[0]);
  } catch (error) {
    endIfGone(error);
  }
  await inTime(pages.tidy(fit)).catch(() => endIfGone(OVERDUE));
}
await browser.close();
