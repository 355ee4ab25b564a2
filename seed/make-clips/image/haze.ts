import { chance, smooth } from '../motion.ts'

const LATTICE = Float32Array.from({ length: 65536 }, (_, index) => chance(index * 17 + 5))

/** Smooth two-octave noise, 0 to 1, around 0.5. Changes slowly with time. */
export function haze(x: number, y: number, time: number): number {
  const wide = noise(x + time * 0.3, y + time)
  const fine = noise(x * 2.3 + 31.7 - time, y * 2.3 + 11.1)
  return smooth(0.25, 0.9, wide * 0.68 + fine * 0.32)
}

function noise(x: number, y: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const fx = smooth(0, 1, x - column)
  const fy = smooth(0, 1, y - row)
  const top = lattice(column, row) * (1 - fx) + lattice(column + 1, row) * fx
  const bottom = lattice(column, row + 1) * (1 - fx) + lattice(column + 1, row + 1) * fx
  return top * (1 - fy) + bottom * fy
}

const lattice = (column: number, row: number) => LATTICE[((row & 255) << 8) | (column & 255)]!
