import type { Engine, EngineSetup, PlayRequest } from './engine.ts'

/**
 * hls.js wherever Media Source Extensions exist: `canPlayType` of native HLS is unreliable (Chromium plays no encrypted segments).
 * Older iPhones play natively. Null: neither is possible.
 */
export async function chooseEngine(request: PlayRequest): Promise<((setup: EngineSetup) => Engine) | null> {
  const hasMse = 'ManagedMediaSource' in window || 'MediaSource' in window
  if (hasMse && !request.file) return (await import('./hls-engine.ts')).openHls
  const native = document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''
  return request.file || native ? (await import('./native-engine.ts')).openPlain : null
}
