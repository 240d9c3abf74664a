// Something is right: a vibration says so, and a tone where sounds are on.

export async function sayRight() {
  try {
    const { tellRight } = await import("./motion.js");
    tellRight();
  } catch {
    // without a network
  }
}
