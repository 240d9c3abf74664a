// The store of the outbox, and its delivery, for pages and the service worker: in a database, and no module.

// An entry is `of` a game, by address and token. "asked": its page asks something first. `first`: a body that was
// sent before. A play `follows` those before it.

self.delivery ??= (() => {
  const DATABASE = "outbox";
  const STORE = "entries";
  const PATIENCE = 10000;
  const LATE = 2000; // WebKit may never answer
  const LOST = [408, 425, 429]; // tried again, as 500 and above
  const ASKS = [412, 422]; // changed by others, or to be said otherwise
  const channel = self.BroadcastChannel && new BroadcastChannel("outbox");
  let opened = null;

  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open(DATABASE, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "id" });
      asked.onsuccess = () => {
        asked.result.onversionchange = asked.result.onclose = forget;
        resolve(asked.result);
      };
      asked.onerror = () => reject(asked.error);
    }).catch((error) => {
      opened = null;
      throw error;
    }));

  const forget = ({ target }) => {
    target.close();
    opened = null;
  };

  const inTime = (answer) => {
    let late;
    const none = new Promise((_, reject) => (late = setTimeout(reject, LATE)));
    none.catch(() => (opened = null));
    return Promise.race([answer, none]).finally(() => clearTimeout(late));
  };

  const ask = async (mode, question) => {
    const change = (await inTime(open())).transaction(STORE, mode);
    const asked = question(change.objectStore(STORE));
    await inTime(
      new Promise((resolve, reject) => {
        change.oncomplete = resolve;
        change.onabort = change.onerror = () => reject(change.error);
      }),
    );
    return asked.result;
  };

  const read = async () =>
    (await ask("readonly", (store) => store.getAll())).sort((one, other) => one.order - other.order);

  const write = async (id, entry) => {
    await ask("readwrite", (store) => (entry ? store.put(entry) : store.delete(id)));
    channel?.postMessage(id);
  };

  /** One sender at a time, where the browser can; by its key no entry counts twice. */
  const alone = async (work) => {
    let begun = false;
    const now = () => {
      begun = true;
      return work();
    };
    const signal = self.AbortSignal?.timeout?.(2 * PATIENCE);
    try {
      return await (self.navigator.locks?.request("outbox", { signal }, now) ?? now());
    } catch (error) {
      if (begun) throw error;
      return work();
    }
  };

  const post = async (address, body) => {
    const signal = self.AbortSignal?.timeout?.(PATIENCE);
    const sent = { method: "POST", headers: { "X-Outbox": "1" }, body: new URLSearchParams(body) };
    const answer = await fetch(address, { ...sent, redirect: "manual", cache: "no-store", signal });
    const { status } = answer;
    if (status === 204) return { entered: true, version: answer.headers.get("ETag")?.replace(/W\/|"/g, "") };
    const isProxys = answer.headers.get("Content-Type")?.startsWith("text/html"); // reasons are plain text
    if (status < 400 || status >= 500 || LOST.includes(status) || isProxys) throw new Error(`not entered: ${status}`);
    return { asks: ASKS.includes(status), reason: await answer.text() };
  };

  const over = (body, version) =>
    body.map(([name, text]) => [name, name.endsWith("-etag") && version ? version : text]);

  const send = async ({ address, body, first }) => {
    const before = first && JSON.stringify(first) !== JSON.stringify(body) ? await post(address, first) : null;
    if (before && !before.entered) return before;
    return post(address, before ? over(body, before.version) : body);
  };

  /** Send all entries; one that is not `isMeant` to be sent from here holds up its game. Return whether all arrived. */
  const deliver = async (isMeant) => {
    const held = new Set(); // games
    for (const { id } of await read()) {
      const entry = await ask("readonly", (store) => store.get(id)); // it may be gone
      if (!entry || entry.state === "refused" || held.has(entry.of)) continue;
      if (!isMeant(entry)) held.add(entry.of);
      else if (entry.state === "asked") entry.follows && held.add(entry.of);
      else if (!(await sendOne(entry, held))) return false;
    }
    return true;
  };

  const sendOne = async (entry, held) => {
    try {
      const { entered, asks, reason } = await send(entry);
      if (entered) await write(entry.id, null);
      else if (asks && !entry.final) await write(entry.id, { ...entry, state: "asked", reason });
      else await refuse(entry, reason);
      if (asks && entry.follows) held.add(entry.of);
      return true;
    } catch {
      const first = entry.kind === "row" ? (entry.first ?? entry.body) : undefined;
      await write(entry.id, { ...entry, tried: true, first });
      return false;
    }
  };

  /** Mark an entry as refused, with the plays that follow it, which cannot be right. */
  const refuse = async (refused, reason) => {
    const follow = ({ follows, page, of, order, state }) =>
      refused.follows &&
      follows &&
      page === refused.page &&
      of === refused.of &&
      order > refused.order &&
      state !== "refused";
    for (const entry of [refused, ...(await read()).filter(follow)]) {
      await write(entry.id, null);
      await write(`refused ${entry.id} ${entry.order}`, refusedAs(entry, reason));
    }
  };

  const refusedAs = (entry, reason) => ({
    ...entry,
    id: `refused ${entry.id} ${entry.order}`,
    state: "refused",
    reason,
  });

  /** No server's groups begin so. */
  const isOfPhone = ({ of }) => of.includes("/g/0");

  return { read, write, alone, deliver, refusedAs, isOfPhone, channel };
})();
