// Starting a session: names by a tap, seats by dragging, and what the numbers come to.

const form = document.getElementById("start");
const seats = document.getElementById("seats");
const chips = document.getElementById("chips");
const dealer = document.getElementById("dealer");
const dealers = [...dealer.options];
const uneven = document.getElementById("uneven"); // where a number of games is agreed
const LENGTHS = ["rounds", "games", "target", "points"];
const targets = document.getElementById("targets"); // where it is played to a number of points
const presets = document.getElementById("presets"); // where house rules have a name together

const places = () => [...seats.querySelectorAll(".place")];
const field = (place) => place.querySelector("input");
const names = () => places().map((place) => field(place).value.trim());

/** Everything on the page that follows from who plays. */
function show() {
  const all = names();
  const players = all.filter(Boolean).length;
  places().forEach((place, at) => {
    place.hidden = at > 3 && !all[at] && at > players;
    place.querySelector("[value$=up]").disabled = at === 0;
    place.querySelector("[value$=down]").disabled = at === all.length - 1;
  });
  for (const chip of chips?.querySelectorAll("[data-name]") ?? []) chip.hidden = all.includes(chip.dataset.name);
  for (const choice of form.querySelectorAll("[data-players]")) {
    const box = choice.querySelector("input");
    // Before anybody is named, house rules can be read; teams cannot be formed.
    const known = players > 1 || box?.name !== "house";
    choice.hidden = known && !choice.dataset.players.split(" ").includes(String(players));
    if (!choice.hidden || !box?.checked) continue;
    box.checked = false;
    // Where it is asked who is alone, nobody has said so yet.
    if (box.name === "teams" && !choice.closest("[data-asked]"))
      form.querySelector("[name=teams][value='']").checked = true;
  }
  for (const text of form.querySelectorAll("[data-rounds]")) {
    const games = text.dataset.text.replace("%(games)s", String(players * Number(text.dataset.rounds)));
    if (players > 1) text.textContent = games;
  }
  showDealers(all);
  if (uneven) {
    const games = Number(form.elements.games.value);
    uneven.hidden = !games || players < 2 || games % players === 0;
  }
  const chosen = presets && showPreset();
  if (targets) showUsual(chosen?.dataset.target);
}

/** Of all ways to say how long, only the one that was used last stays; without any, the usual one. */
function showLength(used) {
  for (const typed of form.querySelectorAll("[name=games], [name=points]")) if (typed !== used) typed.value = "";
  if (used.type === "radio") return;
  const { usual } = form.elements;
  for (const [at, radio] of form.querySelectorAll("[name=rounds], [name=target]").entries())
    radio.checked = !used.value && (usual ? radio.value === usual.value : !at);
}

/** Offer those who have a name as first dealers. Safari shows options that are hidden, so they are removed. */
function showDealers(all) {
  const { value } = dealer;
  const isSeat = ({ value }) => value in all; // not who draws lots
  for (const option of dealers.filter(isSeat)) option.textContent = all[option.value];
  dealer.replaceChildren(...dealers.filter((option) => !isSeat(option) || all[option.value]));
  dealer.value = value;
  if (dealer.selectedIndex < 0) dealer.selectedIndex = 0;
}

/** Show which preset the house rules are, or which one was chosen before single ones were changed; return its button. */
function showPreset() {
  const { preset } = form.elements;
  const on = [...form.querySelectorAll("[name=house]:checked")].map(({ value }) => value).join(" ");
  const buttons = [...presets.querySelectorAll("[name=choose]")];
  const before = buttons.find(({ value }) => value === preset.value);
  const exact = [before, ...buttons].find((button) => button?.dataset.house === on);
  const chosen = exact ?? before;
  preset.value = chosen?.value ?? "";
  for (const button of buttons) button.setAttribute("aria-pressed", String(button === exact));
  for (const text of presets.querySelectorAll("[data-preset]")) text.hidden = text.dataset.preset !== preset.value;
  document.getElementById("changed").hidden = !chosen || chosen === exact;
  return chosen;
}

/** House rules can make another number of points the usual one. Whoever has chosen none goes along. */
function showUsual(ofPreset) {
  const { usual } = form.elements;
  const switched = [...form.querySelectorAll("[name=house][data-usual]:checked")].pop();
  const now = ofPreset || (switched ?? targets).dataset.usual;
  const chosen = targets.querySelector(":checked");
  if (chosen?.value === usual.value) targets.querySelector(`[value="${now}"]`).checked = true;
  usual.value = now;
  for (const mark of targets.querySelectorAll("small")) mark.hidden = mark.dataset.number !== now;
}

/** A player changes places; the fields stay, their names move, and the deal goes with its player. */
function move(from, to) {
  const all = places().map((place, at) => ({ name: field(place).value, at }));
  all.splice(to, 0, ...all.splice(from, 1));
  for (const [at, place] of places().entries()) field(place).value = all[at].name;
  const deals = all.findIndex(({ at }) => String(at) === dealer.value);
  show();
  if (deals >= 0) dealer.value = String(deals);
}

seats.addEventListener("click", (event) => {
  const button = event.target.closest("[name=move]");
  if (!button) return;
  event.preventDefault();
  const from = places().indexOf(button.closest(".place"));
  const to = from + (button.value.endsWith("up") ? -1 : 1);
  move(from, to);
  places()
    [to].querySelector(`[value$=${button.value.endsWith("up") ? "up" : "down"}]`)
    .focus();
});

seats.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip) return;
  event.preventDefault();
  let at = places().indexOf(grip.closest(".place"));
  grip.setPointerCapture(event.pointerId);
  const follow = ({ clientY }) => {
    const tops = places().filter((place) => !place.hidden);
    const to = tops.findIndex((place) => clientY < place.getBoundingClientRect().bottom);
    const target = to < 0 ? tops.length - 1 : to;
    if (target !== at) {
      move(at, target);
      at = target;
      for (const [index, place] of places().entries()) place.classList.toggle("dragged", index === at);
    }
  };
  const drop = () => {
    grip.removeEventListener("pointermove", follow);
    for (const place of places()) place.classList.remove("dragged");
  };
  grip.addEventListener("pointermove", follow);
  grip.addEventListener("pointerup", drop, { once: true });
  grip.addEventListener("pointercancel", drop, { once: true });
});

presets?.addEventListener("click", (event) => {
  const button = event.target.closest("[name=choose]");
  if (!button) return;
  event.preventDefault();
  const on = button.dataset.house.split(" ");
  for (const box of form.querySelectorAll("[name=house]")) box.checked = on.includes(box.value);
  form.elements.preset.value = button.value;
  show();
});

chips?.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-name]");
  const free = places().find((place) => !field(place).value.trim());
  if (!chip || !free) return;
  field(free).value = chip.dataset.name;
  show();
});

// Enter goes to the next place, and from a free one to the start once there are two names: nothing
// begins before somebody presses that.
form.addEventListener("submit", (event) => {
  if (event.submitter?.name !== "next") return;
  event.preventDefault();
  const here = document.activeElement;
  if (here.name === "keep_as") {
    form.elements.keep.click();
    return;
  }
  const fields = places()
    .filter((place) => !place.hidden)
    .map(field);
  const enough = names().filter(Boolean).length > 1;
  const later = fields.slice(fields.indexOf(here) + 1);
  const next = here.name === "player" && (here.value.trim() || !enough) ? later[0] : null;
  const free = enough ? null : fields.find((one) => !one.value.trim());
  (next ?? free ?? form.querySelector(".bottom .button")).focus();
});

form.addEventListener("input", (event) => {
  if (event.target.matches("[name=house]:checked")) {
    const excluded = (event.target.dataset.excludes ?? "").split(" ");
    for (const box of form.querySelectorAll("[name=house]")) if (excluded.includes(box.value)) box.checked = false;
  }
  if (LENGTHS.includes(event.target.name)) showLength(event.target);
  show();
});
form.addEventListener("filled", show); // again, js/form_drafts.js

show();
