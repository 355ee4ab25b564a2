import type { EncodeProgress } from '#server/domains/media/ports.ts'

/** Reads ffmpeg's `-progress` lines (`name=value`, a block ends with `progress=`) and tells of each block. */
export function createProgressReader(tell: (progress: EncodeProgress) => void): (line: string) => void {
  let seconds: number | null = null
  let speed: number | null = null
  return (line) => {
    const [name = '', value = ''] = line.trim().split('=')
    if (name === 'out_time') seconds = secondsOf(value) ?? seconds
    if (name === 'speed') speed = Number.parseFloat(value) || null
    if (name === 'progress' && seconds !== null) tell({ seconds, speed })
  }
}

/** `00:01:02.500000`; null for `N/A` and for times before zero. */
function secondsOf(written: string): number | null {
  const match = /^(\d+):(\d+):([\d.]+)$/.exec(written)
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3]) : null
}
