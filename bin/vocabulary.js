import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { at } from './clone.js'

/**
 * Words of a former vocabulary that no identifier may contain, each with the terms to use instead (docs/glossary.md). A word is
 * matched as a part of an identifier: `wish` matches `keepWish`, not `wishbone`.
 */
const BANNED = {
  admission: 'streamAuthorization, accountCreation',
  admissions: 'accountCreation',
  asker: 'client, requester',
  capability: 'DomainModule',
  curtain: 'routeTransition',
  door: 'public API (index.ts), navigationBridge',
  doors: 'public API (index.ts)',
  dress: 'personalize',
  dressed: 'Personalized…',
  dressing: 'personalize',
  endings: 'expirations, outcomes',
  forgotten: 'abandoned, deleted',
  guess: 'credentialCheck',
  guesses: 'credentialChecks',
  hear: 'handleCallback',
  house: 'app, testApp, world',
  instructions: 'giftDetails',
  intake: 'urlSession',
  keeper: 'progressReporter',
  lane: 'fastPath',
  moments: 'markers',
  parties: 'providers',
  party: 'provider',
  press: 'click, activate',
  pump: 'sendFile, sendQueue',
  pumps: 'sendQueue',
  purse: 'wallet, balances',
  standing: 'balances, wallet',
  strangers: 'others, clients',
  warm: 'preload',
  wish: 'pendingAction, TitleRef',
  wished: 'requested',
  wishes: 'pendingActions',
}

/** Words that are right in a sentence and as a part of a name, but not as the whole name of a function or variable. */
const BANNED_NAMES = {
  ask: 'fetch, request',
  askAs: 'fetchAs',
  askRowsAgain: 'invalidateRows',
  begun: 'started',
  coolDown: 'discardPreload',
  loseSpending: 'reverseChargedBack',
  places: 'watchProgress',
  spendFirst: 'spendLocked',
  takingBack: 'reversal',
  words: 'labels, text, format…',
}

/** Names that are fixed elsewhere: a setting and a column. */
const FIXED = new Set(['SMS_PARTY', 'forgotten_at'])
/** What a browser has stored. */
const FIXED_IN = { 'src/web/viewer/session/pending-action.ts': new Set(['wish']) }

/** A key is pressed, a button is clicked. `keyboard.press` and `pressSequentially` are Playwright's. */
const KEYS = /^press(Key|Enter|Escape|Sequentially)/

/** Comments and strings, which are skipped, and identifiers with the character that follows. */
const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Za-z_$][\w$]*(?=\s*(.?))/g

const wordsOf = (identifier) =>
  identifier.split(/[_$]|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase())

/** @returns one message for each banned identifier, with its file and line */
export function findBanned(file, source) {
  const found = []
  for (const { 0: token, 1: next, index } of source.matchAll(TOKEN)) {
    if (/^['"/]/.test(token) || FIXED.has(token) || FIXED_IN[file]?.has(token)) continue
    if (KEYS.test(token) || (token === 'press' && source[index - 1] === '.')) continue
    const isName = Object.hasOwn(BANNED_NAMES, token) && (next === '(' || next === '=')
    const word = wordsOf(token).find((part) => Object.hasOwn(BANNED, part))
    const terms = isName ? BANNED_NAMES[token] : word && BANNED[word]
    if (terms) found.push(`${file}:${source.slice(0, index).split('\n').length} ${token}: use ${terms}`)
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
  return files
    .split('\0')
    .filter((file) => /\.(ts|tsx|js)$/.test(file) && !file.startsWith('bin/vocabulary.'))
    .flatMap((file) => findBanned(file, readFileSync(at(file), 'utf8')))
}
