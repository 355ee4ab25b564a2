import { expect, test } from 'vitest'
import {
  type AddedFile,
  changeOf,
  defaultOf,
  EMPTY_DRAFT,
  newFile,
  problemOf,
  type StoredTrack,
} from './track-draft.rules.ts'

const track = (trackId: string, more: Partial<StoredTrack> = {}): StoredTrack => ({
  trackId,
  kind: trackId.startsWith('sub') ? 'subtitle' : 'audio',
  language: 'yue',
  name: null,
  isDefault: false,
  channels: 2,
  isAtmos: false,
  ...more,
})
const STORED = [
  track('audio-0', { isDefault: true }),
  track('audio-5', { language: 'en' }),
  track('sub-en', { language: 'en', isDefault: true }),
]
const added = (name: string, more: Partial<AddedFile> = {}): AddedFile => ({
  ...newFile(new File(['a'], name)),
  fileId: name,
  uploadId: `of ${name}`,
  state: 'complete',
  ...more,
})

test('a file is audio or a subtitle by its name, which may say the language', () => {
  expect(newFile(new File([], 'film.zh-Hant.srt'))).toMatchObject({ kind: 'subtitle', language: 'zh-Hant' })
  expect(newFile(new File([], 'film_yue.m4a'))).toMatchObject({ kind: 'audio', language: 'yue' })
  expect(newFile(new File([], '粵語.wav'))).toMatchObject({ kind: 'audio', language: '' })
})

test('only what differs is sent, and one track of a kind is the default', () => {
  const draft = {
    ...EMPTY_DRAFT,
    labels: { 'audio-0': { language: ' yue ', name: '' }, 'sub-en': { language: 'en', name: ' SDH ' } },
    files: [added('cmn.m4a', { language: 'cmn', name: '國語' })],
    defaults: { audio: 'cmn.m4a' },
  }
  expect(changeOf(STORED, draft)).toEqual({
    add: [{ uploadId: 'of cmn.m4a', kind: 'audio', language: 'cmn', name: '國語', isDefault: true }],
    remove: [],
    labels: [
      { trackId: 'audio-0', language: 'yue', name: null, isDefault: false },
      { trackId: 'sub-en', language: 'en', name: 'SDH', isDefault: true },
    ],
  })
})

test('when the default goes, the first that is left takes its place', () => {
  const draft = { ...EMPTY_DRAFT, removed: ['audio-0'], defaults: { audio: 'audio-0' } }
  expect(defaultOf('audio', STORED, draft)).toBe('audio-5')
  expect(changeOf(STORED, draft)).toMatchObject({
    remove: ['audio-0'],
    labels: [{ trackId: 'audio-5', isDefault: true }],
  })
})

test.each([
  ['nothing is changed', {}, 'unchanged'],
  ['a language is missing', { files: [added('a.m4a')] }, 'language'],
  ['a subtitle of that language is there', { files: [added('a.srt', { language: 'EN' })] }, 'twice'],
  ['it takes the place of the other', { removed: ['sub-en'], files: [added('a.srt', { language: 'en' })] }, undefined],
  ['no audio is left', { removed: ['audio-0', 'audio-5'] }, 'lastAudio'],
  ['a file has not arrived', { files: [added('a.m4a', { language: 'ja', state: 'uploading' })] }, 'uploading'],
  ['the upload has stopped', { files: [added('a.m4a', { language: 'ja', state: 'failed' })] }, 'uploading'],
])('%s: the change %#', (_, draft, problem) => {
  expect(problemOf(STORED, { ...EMPTY_DRAFT, ...draft })).toBe(problem)
})
