import { pino } from 'pino'
import { AppError } from '#contract/errors.ts'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { createPlayback } from '#server/domains/playback/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openHttp } from '#server/wire/http/server.ts'
import { mediaRoutes } from '#server/wire/media/media.routes.ts'
import { playableTitle, playableUrl, unlimitedStreams, withoutPurchases } from '../../test/support/playback.ts'

/**
 * The web role with a catalogue of one free title, started by bench/segments as a child process.
 * Arguments: the media folder, and the X-Accel-Redirect prefix if nginx sends the files. Sends the port and a stream
 * URL to its parent.
 */
const [folder = '', accelPrefix] = process.argv.slice(2)
const store = createFileStore(folder)
const asset = { assetId: 'bench', maxResolution: 'HD' as const, previewKey: null, subtitleLanguages: [] }
const playback = createPlayback({
  streams: unlimitedStreams,
  clock: systemClock,
  masterKey: Buffer.alloc(32, 1),
  hosts: { free: '', main: '', uhd: '' },
  access: withoutPurchases,
  sessions: { findLive: async () => ({ parentalVersion: 0 }) },
  media: { contentKey: async () => null },
  titles: {
    narrowed: async () => [],
    publicPreview: async () => undefined,
    playable: async () => ({ ...playableTitle, assets: { film: asset } }),
  },
})

const http = await openHttp({
  config: {
    DATA_DIR: folder,
    FREE_HOST_BASE: '',
    MAIN_HOST_BASE: '',
    UHD_HOST_BASE: '',
    ALLOWED_ORIGINS: [],
    DEFAULT_REGION: 'HK',
    HARBOUR_TEST: false,
    SERVICE_WORKER: true,
  },
  log: pino({ level: 'info' }, pino.destination('/dev/null')),
  clock: systemClock,
  calls: () => undefined,
  resolveViewer: () => Promise.reject(new AppError('SESSION_UNKNOWN')),
  nextEdge: async () => undefined,
  onCatalogueChange: () => () => undefined,
  brand: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
  media: (app, tools) =>
    mediaRoutes(app, {
      ...tools,
      streamAuthorization: playback.streamAuthorization,
      source: { store, accelPrefix },
      images: { variant: async () => undefined, shareCard: async () => undefined },
      titleFonts: { find: async () => 'unknown' },
      uploads: { open: async () => undefined },
    }),
})
await http.listen({ host: '127.0.0.1', port: 0 })
const address = http.server.address()
const viewer = { kind: 'visitor', language: 'zh_HK', region: 'HK', kids: false, deviceSerial: undefined } as const
const redirectURL = await playableUrl(playback, viewer, playableTitle.programId)
process.send?.({
  port: typeof address === 'object' ? address?.port : undefined,
  base: redirectURL.replace('master.m3u8', ''),
})
process.once('disconnect', () => process.exit(0))
