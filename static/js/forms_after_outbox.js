// A form of a game is sent after what waits for the network: it would overtake plays, and they would be refused.

import { sayOffline } from "./notices_and_network_loss.js";
import { all } from "./outbox_entries_and_queue.js";

let sent = null;

addEventListener("submit", sendInOrder, { capture: true });

async function sendInOrder(event) {
  const { target: form, submitter } = event;
  const { pathname } = new URL(form.action);
  const isOfGame = ({ of }) => pathname.startsWith(`${of.split(" ")[0]}/`);
  const waits = all().some((entry) => entry.state === "waiting" && isOfGame(entry));
  if (form.method !== "post" || !navigator.onLine || form === sent || !waits) return;
  event.preventDefault();
  event.stopPropagation();
  const { alone, deliver } = self.delivery;
  const arrived = await alone(() => deliver(isOfGame)).catch(() => false);
  if (!arrived) return sayOffline({ asked: true });
  sent = form; // plays may wait for an answer all the same
  (submitter ?? form.querySelector("[type=submit]")).click();
}
