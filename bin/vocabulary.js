import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { at } from './clone.js'

/**
 * Words banned in identifiers, with their replacements (docs/glossary.md). A word matches a part of an identifier: `wish`
 * matches `keepWish`, not `wishbone`.
 */
export const BANNED = {
  admission: 'streamAuthorization, accountCreation',
  admissions: 'accountCreation',
  asker: 'client, requester',
  curtain: 'routeTransition',
  door: 'public API (index.ts), navigationBridge',
  doors: 'public API (index.ts)',
  dress: 'personalize',
  dressed: 'Personalized…',
  dressing: 'personalize',
  guess: 'credentialCheck',
  guesses: 'credentialChecks',
  house: 'app, testApp, world',
  intake: 'urlSession',
  keeper: 'progressReporter',
  lane: 'fastPath',
  letters: 'messages',
  moments: 'markers',
  parties: 'providers',
  party: 'provider',
  pump: 'sendFile, sendQueue',
  pumps: 'sendQueue',
  purse: 'wallet, balances',
  strangers: 'others, clients',
  warm: 'preload',
  wish: 'pendingAction, TitleRef',
  wished: 'requested',
  wishes: 'pendingActions',
}

/** Banned only as whole identifiers. */
const BANNED_WHOLE = {
  ask: 'fetch, request',
  askAs: 'fetchAs',
  begun: 'started',
  coolDown: 'discardPreload',
  place: 'position, watchProgress',
  places: 'watchProgress',
  words: 'labels, text, format…',
}

/** Names fixed by settings or stored data. */
const ALLOWED = new Set(['SMS_PARTY'])

/** Matches comments, strings without substitutions, and identifiers. */
const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Za-z_$][\w$]*/g

const wordsOf = (identifier) =>
  identifier.split(/[_$]|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase())

/** @returns a message with the line of each banned identifier */
export function findBanned(file, source) {
  const found = []
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (/^['"/]/.test(token) || ALLOWED.has(token)) continue
    const banned = BANNED_WHOLE[token] ? token : wordsOf(token).find((word) => Object.hasOwn(BANNED, word))
    if (
      banned === undefined ||
      (banned === token && !Object.hasOwn(BANNED_WHOLE, token) && !Object.hasOwn(BANNED, token))
    )
      continue
    const line = source.slice(0, index).split('\n').length
    found.push(`${file}:${line} ${token}: use ${BANNED_WHOLE[token] ?? BANNED[banned]}`)
  }
  return found
}

const FOLDERS = ['src', 'test', 'bench', 'seed', 'bin']

/**
 * Checks every tracked source file.
 * @returns the messages
 */
export function checkVocabulary() {
  const files = execFileSync('git', ['ls-files', '-z', ...FOLDERS], { cwd: at(), encoding: 'utf8', maxBuffer: 64e6 })
    .split('\0')
    .filter((file) => /\.(ts|tsx|js)$/.test(file) && file !== 'bin/vocabulary.js')
  return files.flatMap((file) => findBanned(file, readFileSync(at(file), 'utf8')))
}
