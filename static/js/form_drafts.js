// Typed fields outlive a reload, another page or language: kept under `data-draft` until the tab is closed, or
// a page shows that it came. A form drawn with what was sent has `data-typed`.

import { visit } from "./browser.js";

const NAME = "drafts";
const UNKEPT = ["hidden", "submit", "button", "file"];

const read = () => JSON.parse(visit.read(NAME) ?? "{}");
const write = (drafts) => visit.write(NAME, Object.keys(drafts).length ? JSON.stringify(drafts) : "");
const forms = () => [...document.querySelectorAll("form[data-draft]")];
const fieldsOf = (form) => [...form.elements].filter(({ name, type }) => name && !UNKEPT.includes(type));
const sent = new Set();

/** Forms that only ask have what was asked in their address. */
const keyOf = (form) => form.dataset.draft + (form.method === "get" ? location.search : "");

function chosenAtFirst({ options }) {
  return Math.max(
    0,
    [...options].findIndex((option) => option.defaultSelected),
  );
}

function isChanged(field) {
  if (["radio", "checkbox"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field.options) return field.selectedIndex !== chosenAtFirst(field);
  return field.value !== field.defaultValue;
}

const isTouched = (form) => form.dataset.typed !== undefined || fieldsOf(form).some(isChanged);

const heldBy = (form) =>
  fieldsOf(form).map(({ name, type, value, checked }) =>
    ["radio", "checkbox"].includes(type) ? [name, checked, value] : [name, value],
  );

function keep() {
  const drafts = read();
  for (const form of forms()) {
    const key = keyOf(form);
    if (sent.has(form)) drafts[key] = { held: heldBy(form), sentTo: new URL(form.action).pathname };
    else if (isTouched(form)) drafts[key] = { held: heldBy(form) };
    else delete drafts[key];
  }
  write(drafts);
}

function fill(form, held) {
  const left = [...held];
  for (const field of fieldsOf(form)) {
    const isBox = ["radio", "checkbox"].includes(field.type);
    const at = left.findIndex(([name, , value]) => name === field.name && value === (isBox ? field.value : undefined));
    if (at < 0) continue;
    const [[, text]] = left.splice(at, 1);
    if (isBox) field.checked = text;
    else field.value = text;
    if (isChanged(field)) field.closest("details")?.setAttribute("open", "");
  }
  form.dispatchEvent(new Event("filled"));
}

/** Not by *Back* or *Reload*. */
const isNew = () => performance.getEntriesByType("navigation")[0]?.type === "navigate";

/** An answer in the form's own place is a refusal, but for the form as it was sent. */
function hasCome({ sentTo }, form) {
  if (!sentTo) return false;
  return form ? isNew() : location.pathname !== sentTo;
}

function takeUp() {
  const drafts = read();
  const here = new Map(forms().map((form) => [keyOf(form), form]));
  for (const [key, draft] of Object.entries(drafts)) {
    const form = here.get(key);
    if (hasCome(draft, form) || form?.dataset.typed !== undefined) delete drafts[key];
    else if (form) fill(form, draft.held);
  }
  write(drafts);
}

takeUp();
addEventListener("submit", (event) => {
  if (!event.defaultPrevented && event.target.dataset?.draft) sent.add(event.target);
});
addEventListener("pageshow", ({ persisted }) => persisted && sent.clear());
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => document.hidden && keep());
