import { RATE } from './voices.ts'

/** Speaker masks of WAVE_FORMAT_EXTENSIBLE: stereo, and 5.1 with back surrounds. */
const MASKS: Record<number, number> = { 2: 0x3, 6: 0x3f }
const PCM_GUID = '0100000000001000800000aa00389b71'

/** Writes channels with samples from -1 to 1 as a 16-bit WAV file. */
export function toWav(channels: readonly Float32Array[]): Buffer {
  const frames = channels[0]!.length
  const block = channels.length * 2
  const file = Buffer.alloc(68 + frames * block)
  file.write('RIFF', 0)
  file.writeUInt32LE(60 + frames * block, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(40, 16)
  file.writeUInt16LE(0xfffe, 20)
  file.writeUInt16LE(channels.length, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE * block, 28)
  file.writeUInt16LE(block, 32)
  file.writeUInt16LE(16, 34)
  file.writeUInt16LE(22, 36)
  file.writeUInt16LE(16, 38)
  file.writeUInt32LE(MASKS[channels.length] ?? 0, 40)
  file.write(PCM_GUID, 44, 'hex')
  file.write('data', 60)
  file.writeUInt32LE(frames * block, 64)
  for (let frame = 0, at = 68; frame < frames; frame++) {
    for (const channel of channels) at = file.writeInt16LE(Math.round(channel[frame]! * 32767), at)
  }
  return file
}
