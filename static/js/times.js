// Times of the server, in the time zone of this phone.

function setTimes() {
  const { lang } = document.documentElement;
  for (const time of document.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    const today = at.toDateString() === new Date().toDateString();
    time.textContent = at.toLocaleString(lang, { dateStyle: today ? undefined : "medium", timeStyle: "short" });
  }
}
setTimes();
document.getElementById("polled")?.addEventListener("drawn", setTimes);
