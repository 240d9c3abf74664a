"""The memory of Python that a phone has written for its next start, as pages find it."""

ASK = """
const askSnapshots = async (what, ...words) => {
  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const asked = indexedDB.open("snapshots", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("written");
  const database = await done(asked);
  try {
    const change = database.transaction("written", "readwrite");
    return await done(change.objectStore("written")[what](...words));
  } finally {
    database.close();
  }
};"""
"""JavaScript: what the store of snapshots answers to one of its methods."""

IS_WRITTEN = f"(async () => {{ {ASK} return (await askSnapshots('count')) > 0; }})()"
"""JavaScript: a promise of whether there is one."""
