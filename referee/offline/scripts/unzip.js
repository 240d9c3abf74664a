// Unpacks an archive without Python, which may have no file system of its own yet.

const END = 0x06054b50; // the end of the directory, as zip files have it
const END_SIZE = 22;
const PLAIN = 0o100644; // a file that all may read

/** Put the files of a zip, `bytes`, in which nothing is packed, below a `folder` of Emscripten's. They
 * are hung into it one by one: to find each by its path takes four times as long. */
export function unzip(files, bytes, folder) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = new TextDecoder();
  const folders = new Map();
  let end = bytes.length - END_SIZE;
  while (view.getUint32(end, true) !== END) end--;
  let at = view.getUint32(end + 16, true); // the first entry of the directory
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [size, head] = [view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const path = `${folder}/${text.decode(bytes.subarray(at + 46, at + 46 + name))}`;
    const begin = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    const slash = path.lastIndexOf("/");
    const parent = folderAt(path.slice(0, slash));
    const file = parent.node_ops.mknod(parent, path.slice(slash + 1), PLAIN, 0);
    file.contents = bytes.subarray(begin, begin + size);
    file.usedBytes = size;
    at += 46 + name + extra + comment;
  }

  function folderAt(path) {
    if (!folders.has(path)) {
      files.mkdirTree(path);
      folders.set(path, files.lookupPath(path).node);
    }
    return folders.get(path);
  }
}
