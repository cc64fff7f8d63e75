// @ts-check
// The results of a class, with the real names that this browser knows: a table, a file, and a page to print.
import { api, Refused } from "../components/api.js";
import { fill, h } from "../components/dom.js";
import { pageData } from "../components/page-data.js";
import { requireElement } from "../components/require-element.js";
import { load, store } from "../components/storage.js";
import { drawBars, drawRemark, fitBars } from "../class/bars.js";
import { csvText } from "../class/csv.js";
import { takeTeacherToken } from "../class/line.js";
import { say } from "../class/sentences.js";

/** @typedef {import("../types.js").Results} Results */

const { code } = pageData();
takeTeacherToken(code);
const report = requireElement("[data-report]", HTMLElement);
/** @type {Record<string, string>} */
const realNames = JSON.parse(load(`class-names-${code}`) ?? "{}");

/** @param {Results} results */
function draw(results) {
  const named = results.pupils.some((pupil) => realNames[pupil]);
  /** @param {number} place In a row with the real name. */
  const detail = (place) => results.details.includes(named ? place - 1 : place);
  const columns = ["Pupil", ...(named ? ["Name"] : []), ...results.columns];
  const rows = results.rows.map((row, place) => {
    const [first = "", ...rest] = row;
    return [first, ...(named ? [realNames[results.pupils[place] ?? 0] ?? ""] : []), ...rest];
  });
  fill(
    report,
    h(
      "div",
      {},
      h("p", {}, new Date(results.created).toLocaleDateString(), " · ", results.summary.join(" ")),
      h(
        "div",
        { class: "wide", tabindex: 0, role: "region", "aria-label": "Results" },
        h("table", { class: "results" }, h("thead", {}, h("tr", {}, columns.map((text, place) => h("th", { scope: "col", class: detail(place) ? "no-print" : "" }, text)))), h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, place) => (place === 0 ? h("th", { scope: "row" }, cell) : h("td", { class: detail(place) ? "no-print" : "" }, cell))))))),
      ),
      results.discussions.length > 0 && h("h2", {}, "To talk about"),
      h("div", { class: "discussions" }, results.discussions.map((one) =>
        h(
          "section",
          { class: "discussion" },
          h("h3", {}, one.title),
          h("p", {}, one.missed > 0 ? say("missed", { missed: one.missed, asked: one.answers }) : say("allAsked", { asked: one.answers })),
          drawRemark(one),
          drawBars(fitBars(one.bars, "").fitting),
        ),
      )),
    ),
  );
  requireElement("[data-csv]", HTMLElement).onclick = () => {
    const file = new Blob([csvText([columns, ...rows])], { type: "text/csv" });
    const link = h("a", { href: URL.createObjectURL(file), download: `class-${code}.csv` });
    link.click();
    URL.revokeObjectURL(link.href);
  };
}

requireElement("[data-delete]", HTMLElement).addEventListener("click", async () => {
  if (!confirm(say("deleteSure"))) return;
  await api("DELETE", `/api/classes/${code}`, undefined, { token: load(`class-${code}`) });
  store(`class-names-${code}`, null);
  store(`class-${code}`, null);
  location.href = "/class";
});
requireElement("[data-print]", HTMLElement).addEventListener("click", () => print());
try {
  draw(await api("GET", `/api/classes/${code}/results`, undefined, { token: load(`class-${code}`) }));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  report.textContent = error.reason;
}
