// The time zone of this phone: a group that it makes has it, and the day begins at its midnight.

const NAME = "zone"; // of the cookie, referee/web/phone_zone.py
const LASTS = 400 * 24 * 3600; // seconds that browsers keep a cookie at most
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** The day that it is here, as addresses write it. */
function today() {
  const at = new Date();
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Say it to the forms of this page, and with every request from now on. */
export function sayZone() {
  if (!timeZone) return;
  for (const field of document.querySelectorAll("[type=hidden][name=timezone]")) field.value = timeZone;
  const said = `${NAME}=${timeZone}`;
  if (document.cookie.split("; ").includes(said)) return;
  document.cookie = `${said}; path=/; max-age=${LASTS}; samesite=lax`;
  const drawn = document.querySelector("[data-day]")?.dataset.day.split(" ").pop();
  const heard = document.cookie.split("; ").includes(said);
  if (drawn && heard && drawn !== today()) location.reload(); // with today's exercises
}
