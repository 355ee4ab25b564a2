/** An MP4 box (ISO 14496-12): start offset, total size, and offset of its content. */
export type Box = { type: string; start: number; size: number; content: number }

/** Container boxes, with the number of bytes before their first child. */
const CHILDREN_AT: Record<string, number> = {
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  moof: 0,
  traf: 0,
  mvex: 0,
  edts: 0,
  stsd: 8,
  mp4a: 28,
  'ac-3': 28,
  'ec-3': 28,
  avc1: 78,
  hvc1: 78,
}

/** Reads a box header; null if there are not enough bytes. A size of 0 extends to `end`. */
export function boxAt(bytes: Buffer, start: number, end = bytes.length): Box | null {
  if (start + 8 > bytes.length) return null
  const type = bytes.toString('latin1', start + 4, start + 8)
  const short = bytes.readUInt32BE(start)
  if (short === 0) return { type, start, size: end - start, content: start + 8 }
  if (short !== 1) return { type, start, size: short, content: start + 8 }
  if (start + 16 > bytes.length) return null
  return { type, start, size: Number(bytes.readBigUInt64BE(start + 8)), content: start + 16 }
}

/** The boxes between two offsets, in order. Stops at the first malformed one. */
export function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = []
  for (let offset = from; offset + 8 <= to;) {
    const box = boxAt(bytes, offset, to)
    if (!box || box.size < 8 || offset + box.size > to) break
    boxes.push(box)
    offset += box.size
  }
  return boxes
}

const childrenOf = (bytes: Buffer, box: Box): Box[] =>
  boxesIn(bytes, box.content + (CHILDREN_AT[box.type] ?? 0), box.start + box.size)

/** Every box at a path such as `moov/trak/mdia/mdhd`; `*` matches any type. */
export function findAll(bytes: Buffer, path: string): Box[] {
  const [first, ...rest] = path.split('/')
  const matches = (boxes: Box[], type: string) => boxes.filter((box) => type === '*' || box.type === type)
  return rest.reduce(
    (found, type) => found.flatMap((box) => matches(childrenOf(bytes, box), type)),
    matches(boxesIn(bytes), first as string),
  )
}

/**
 * The first box at a path.
 * @throws when there is none
 */
export function find(bytes: Buffer, path: string): Box {
  const box = findAll(bytes, path)[0]
  if (!box) throw new Error(`no ${path} box`)
  return box
}

/** Content of a box, without its header. */
export const contentOf = (bytes: Buffer, box: Box): Buffer => bytes.subarray(box.content, box.start + box.size)

/** Serializes a box. */
export function makeBox(type: string, ...parts: Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 8)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size, 0)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...parts])
}

/**
 * Inserts `box` into the box at `path`, replacing one of the same type or appended last. Updates the sizes of all
 * enclosing boxes.
 */
export function putBox(bytes: Buffer, path: string, box: Buffer): Buffer {
  const type = box.toString('latin1', 4, 8)
  const parent = find(bytes, path)
  const old = findAll(bytes, `${path}/${type}`)[0] ?? { start: parent.start + parent.size, size: 0 }
  const names = path.split('/')
  const ancestors = names.map((_, depth) => find(bytes, names.slice(0, depth + 1).join('/')))
  const result = Buffer.concat([bytes.subarray(0, old.start), box, bytes.subarray(old.start + old.size)])
  for (const { start, size } of ancestors) result.writeUInt32BE(size + box.length - old.size, start)
  return result
}

/** Timescale of the first track, in ticks per second. */
export function timescaleOf(init: Buffer): number {
  const mdhd = contentOf(init, find(init, 'moov/trak/mdia/mdhd'))
  return mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12)
}
