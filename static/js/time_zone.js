// The time zone of this phone: a group that it makes has it, and the day begins at its midnight.

const ZONE = "zone"; // of the cookie, referee/web/preferences.py
const LASTS = 400 * 24 * 3600; // seconds that browsers keep a cookie at most

/** Said to the forms of this page, and with every request from now on. */
function sayZone() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  for (const field of document.querySelectorAll("[type=hidden][name=timezone]")) field.value = timeZone ?? "";
  const said = `${ZONE}=${timeZone}`;
  const isSaid = () => document.cookie.split("; ").includes(said);
  if (!timeZone || isSaid()) return;
  document.cookie = `${said}; path=/; max-age=${LASTS}; samesite=lax`;
  const drawn = document.querySelector("[data-today]")?.dataset.today.split(" ").pop();
  const today = new Date().toLocaleDateString("sv"); // as addresses write it
  if (drawn && drawn !== today && isSaid()) location.reload(); // with today's exercises
}

if (document.querySelector("[name=timezone], [data-today]")) sayZone();
