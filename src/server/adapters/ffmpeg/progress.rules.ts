import type { EncodeProgress } from '#server/domains/media/ports.ts'

/** Parses ffmpeg's `-progress` output (`name=value` lines; `progress=` ends a block) and reports each block. */
export function createProgressReader(onProgress: (progress: EncodeProgress) => void): (line: string) => void {
  let seconds: number | null = null
  let speed: number | null = null
  return (line) => {
    const [name = '', value = ''] = line.trim().split('=')
    if (name === 'out_time') seconds = secondsOf(value) ?? seconds
    if (name === 'speed') speed = Number.parseFloat(value) || null
    if (name === 'progress' && seconds !== null) onProgress({ seconds, speed })
  }
}

/** Parses `00:01:02.500000`; null for `N/A` and negative times. */
function secondsOf(text: string): number | null {
  const match = /^(\d+):(\d+):([\d.]+)$/.exec(text)
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3]) : null
}
