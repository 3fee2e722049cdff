// Looks at HTML reports as a reader would: narrow, wide, dark, by keyboard, by screen
// reader. node look.js PAGE...; CHROMIUM names the browser. Prints TAP.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { clutter, contrast } from "./geometry.js";

const axe = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const widths = [360, 768, 1280];
const schemes = ["light", "dark"];
let count = 0;
let failed = 0;

function tell(what, faults) {
  count++;
  failed += faults.length > 0;
  console.log(`${faults.length > 0 ? "not ok" : "ok"} ${count} - ${what}`);
  for (const fault of faults.slice(0, 8))
    console.log(`# ${fault.replaceAll("\n", " ").slice(0, 300)}`);
}

// Opens the page, noting whatever it complains about or asks the network for.
async function open(browser, url, width, scheme) {
  const context = await browser.newContext({
    viewport: { width, height: 900 }, colorScheme: scheme });
  const page = await context.newPage();
  const noise = [];
  page.on("console", (message) => noise.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => noise.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== url)
      noise.push(`asks for ${request.url()}`);
  });
  await page.goto(url);
  return { page, noise, close: () => context.close() };
}

async function axeFaults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations.flatMap((violation) => violation.nodes.map((node) =>
    `${violation.id}: ${node.target} ${node.failureSummary}`));
}

function scrollFaults(page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth > root.clientWidth
      ? [`${root.scrollWidth} px in ${root.clientWidth}`] : [];
  });
}

async function look(browser, url, width, scheme) {
  const { page, noise, close } = await open(browser, url, width, scheme);
  const faults = async () => [...noise, ...await scrollFaults(page),
    ...await page.evaluate(clutter), ...await page.evaluate(contrast)];
  const name = `${basename(url, ".html")} at ${width} px, ${scheme}`;

  tell(name, [...await faults(), ...await axeFaults(page)]);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details"))
      details.open = true;
  });
  tell(`${name}, tables open`, [...await faults(), ...await axeFaults(page)]);
  await close();
}

// Tab must come by every table, and Enter must open one.
async function walk(browser, url) {
  const { page, close } = await open(browser, url, 768, "light");
  const stops = await page.evaluate(() => {
    const all = [...document.querySelectorAll("summary,[tabindex]")]
      .filter((element) => element.checkVisibility());
    all.forEach((element, i) => { element.dataset.stop = i; });
    return all.length;
  });
  const seen = new Set();
  const faults = [];
  for (let i = 0; i < stops + 2; i++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      return { stop: element.dataset.stop,
               outline: getComputedStyle(element).outlineStyle };
    });
    if (at.stop === undefined)
      break;
    seen.add(at.stop);
    if (at.outline === "none")
      faults.push(`stop ${at.stop} does not show that it has the focus`);
  }
  if (seen.size !== stops)
    faults.push(`${seen.size} of ${stops} stops reached`);
  const summary = page.locator("summary").first();
  if (await summary.count() > 0) {
    await summary.focus();
    await page.keyboard.press("Enter");
    if (!await page.locator("details").first().evaluate((d) => d.open))
      faults.push("Enter does not open a table");
  }
  tell(`${basename(url, ".html")} by keyboard`, faults);
  await close();
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM, headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update",
         "--disable-sync"] });
for (const file of process.argv.slice(2)) {
  const url = pathToFileURL(file).href;
  const usual = basename(file) === "sample.html";
  for (const width of usual ? widths : [360])
    for (const scheme of usual ? schemes : ["light"])
      await look(browser, url, width, scheme);
  await walk(browser, url);
}
await browser.close();
console.log(`1..${count}`);
process.exit(failed > 0 ? 1 : 0);
