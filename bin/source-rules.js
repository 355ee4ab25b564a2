import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { at } from './clone.js'

const AMERICAN =
  /\b(colors?|center(ed|s)?|favorites?|theaters?|cancel(ed|ing)|catalogs?|gray|(real|organ|recogn|apolog)iz\w*)\b/i
/** A title of any kind is counted in 套, not 部 or 項 (docs/glossary.md, "Words on screen"). */
const TITLES_MISCOUNTED = /[一二三四五六七八九十幾多每這\d}] ?[部項齣](?=電影|影片|節目|劇集|作品|第 I)/u

/**
 * Rules of the sources that no linter has. Each rule names its files, the lines that break it, and what to write instead.
 * @typedef {{ files: RegExp, except?: RegExp, line: RegExp, instead: string }} LineRule
 */

/** @type {readonly LineRule[]} */
const LINES = [
  {
    // Three digits are the numerals of a top ten, which are as high as its posters.
    files: /^src\/web\/.*\.css$/,
    line: /^\s*font(-size)?: (?:[^;]*\D)?\d{1,2}px/,
    instead: 'text sizes in rem, which follow the text size of the browser',
  },
  {
    files: /^src\/web\/.*\.css$/,
    except: /^src\/web\/ui\/form\/select-arrow\.module\.css$/,
    line: /linear-gradient\(45deg, transparent 50%/,
    instead: 'the arrow of src/web/ui/form/select-arrow.module.css',
  },
  {
    files: /^src\/web\/.*\.css$/,
    except: /^src\/web\/ui\/base\.css$/,
    line: /\[data-bucket/,
    instead: 'var(--bucket): its colours are in src/web/ui/base.css',
  },
  {
    files: /^src\/web\/.*\.tsx$/,
    except: /\.test\.tsx$|^src\/web\/ui\/form\/code-input\.tsx$/,
    line: /one-time-code|data-lpignore|maxLength=\{[1-6]\}/,
    instead: 'CodeInput (src/web/ui/form/code-input.tsx)',
  },
  {
    files: /^content\/.*\.md$|^seed\/[^/]*\.jsonl?$/,
    // `Also:` lists what readers type in a search, in their own words.
    line: /^(?!Also:).*(newcomers?|brand-new|新用戶|新客戶|全新會員)/i,
    instead: '"new members", 新會員',
  },
  {
    files: /^content\/en_US\/.*\.md$|^seed\/[^/]*\.jsonl?$/,
    // `favorites` is a name of the wire there.
    except: /^seed\/past\.json$/,
    line: AMERICAN,
    instead: 'British spelling',
  },
  {
    files: /^content\/zh_HK\/.*\.md$|^seed\/[^/]*\.jsonl?$/,
    line: TITLES_MISCOUNTED,
    instead: '套 for titles',
  },
  {
    files: /^content\/en_US\/.*\.md$/,
    line: /^(?!Also:).*\b(by (it|them|our)sel(f|ves)|lapse[sd]?)\b/i,
    instead: 'automatically, expire',
  },
  {
    // Stories are told in the present, by a speaker: "isn’t", "an episode".
    files: /^seed\/[^/]*\.jsonl?$/,
    line: /\b(is|are|was|do|does|did|has|have|will|would|can|could) ?not\b|\b(a|each|every|this) programme\b/i,
    instead: 'isn’t, doesn’t, won’t …; episode',
  },
  {
    files: /\.(ts|tsx|js|css)$/,
    // Chinese text, and tests, which quote it.
    except: /^src\/text\/zh_HK\/|\.test\.(tsx?|js)$|^(?!src\/(web|text)\/)/,
    line: /\u3000/,
    instead: 'joinFacts (src/web/kit) instead of U+3000',
  },
  {
    // Comments and the names of tests.
    files: /^src\/.*\.(ts|tsx|css)$/,
    line: /^\s*(\/\*|\*|\/\/|\]\)\(|(test|describe)\b).*(?<!`)\b(nobody|somebody|whoever)\b/i,
    instead: 'who it is: a member, another account, no request …',
  },
  {
    files: /^(README|CONTRIBUTING|docs\/(?!decisions\/).*)\.md$/,
    // In code it is an account of the system.
    line: /(?<!`)\b(nobody|somebody|whoever)\b/i,
    instead: 'who it is: a member, another account, no request …',
  },
  {
    files: /\.md$/,
    // Made by a program, and articles, whose paragraphs are lines.
    except: /^docs\/wire-api\.md$|^content\//,
    line: /^.{201}/u,
    instead: 'lines of at most 200 characters: two sentences, a list or a table',
  },
]

/** Forms that no sentence of a language takes, and what to write instead. */
const ENGLISH = [
  [AMERICAN, 'British spelling'],
  [/\bby (it|them|our)sel(f|ves)\b/i, 'automatically'],
  [/\blapse[sd]?\b/i, 'expire'],
  [/\b(sorry|apolog|oops|unfortunately|kindly)/i, 'what to do next'],
  [/please.*please/i, 'at most one “please”'],
  [/\be-mail/i, 'email'],
  [/\bregist(er|ration)/i, 'sign up'],
  [/\bsign(ed|ing|s)?[ -](in|out|on)\b/i, 'log in, log out'],
  [/\bprogrammes?\b/i, 'title'],
  [/\bfavourites\b/i, 'my list'],
  [/\bclass I/i, 'Category III'],
  [/\b(could|can) ?not be (loaded|found)/i, 'Couldn’t load …, We couldn’t find …'],
  [/\bretry\b/i, 'Try again'],
  [/newcomer|brand-new/i, 'new member'],
  [/terms of service/i, 'general terms'],
  [/\.{3}/, '…'],
]

const CHINESE = [
  [TITLES_MISCOUNTED, '套 for titles'],
  [/[嘅咗喺唔哋佢冇嗰啲乜咁嚟俾畀噉瞓睇攞搵嘢]/u, 'formal written Chinese, not spoken Cantonese'],
  [/[这们说为时会个来对开关体应发还没录频账户简选择视听码]/u, 'traditional characters'],
  [/登記/u, '註冊'],
  [/登[錄陸]|註銷/u, '登入、登出'],
  [/視頻|視訊/u, '影片'],
  [/短信|簡訊/u, '短訊'],
  [/信息/u, '訊息、資料'],
  [/網路/u, '網絡'],
  [/手機/u, '手提電話'],
  [/默認/u, '預設'],
  [/賬[號戶]/u, '帳戶'],
  [/屏蔽/u, '封鎖'],
  [/質量/u, '畫質、質素'],
  [/用戶名/u, '登入帳戶'],
  [/隱私/u, '私隱'],
  [/充值/u, '增值'],
  [/代碼/u, '兌換碼'],
  [/新用戶|新客戶|全新會員/u, '新會員'],
  [/電訊夥伴客戶/u, '電訊夥伴會員'],
  [/最愛|收藏/u, '片單'],
  [/積分/u, '點數'],
  [/傳送/u, '發送'],
  [/載入不到/u, '未能載入'],
  [/無[須需]|不用/u, '毋須'],
  [/儲存變更/u, '更改已儲存'],
  [/什麼|裡/u, '甚麼、裏'],
  [/遞交/u, '提交'],
  [/取得驗證碼/u, '發送驗證碼'],
  [/第[一二三]級/u, '第 III 級'],
  [/（可選）/u, '（選填）'],
  [/[今昨]天/u, '今日、昨日'],
  [/戲院/u, '電影院、影院'],
  [/帳號/u, '帳戶'],
  [/稍候再試/u, '稍後再試'],
  [/\p{Script=Han}[,;:?!]/u, 'full-width punctuation'],
]

/** An SMS keeps to GSM 03.38, which has no curly apostrophe. English names Chinese by its own name where a language is chosen. */
const ENGLISH_OF_FILE = (file) => [
  ...ENGLISH,
  ...(file.endsWith('/messages.ts') ? [] : [[/[a-z]'[a-z]/i, 'a curly apostrophe']]),
  ...(/\/(viewer|console-shell)\.ts$/.test(file)
    ? [[/\p{Script=Han}(?<!繁體中文|繁|繁體|繁體中)/u, 'English']]
    : [[/\p{Script=Han}/u, 'English']]),
]

/** The strings of a file of texts; comments and imports are not shown to users. */
function sentencesOf(source) {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^import .*$/gm, '')
    // What readers type in a search, in their own words.
    .replace(/ fillers:[^,]*,/, '')
  return (
    [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)]
      .map(([, single, double, template]) => single ?? double ?? template ?? '')
      // Nor are the paths of calls.
      .filter((text) => /\p{L}/u.test(text) && !/^\/[\w/]+$/.test(text))
  )
}

/** @returns one message for each wrong word of a file of texts */
export function findWording(file, source) {
  const language = /^src\/text\/(zh_HK|en_US)\/(?!.*\.test\.ts$).*\.ts$/.exec(file)?.[1]
  if (!language) return []
  const forms = language === 'zh_HK' ? CHINESE : ENGLISH_OF_FILE(file)
  return sentencesOf(source).flatMap((text) =>
    forms.filter(([form]) => form.test(text)).map(([, instead]) => `${file}: ${text} (write: ${instead})`),
  )
}

/** @returns one message for each line that breaks a rule of its file */
export function findLines(file, source) {
  const rules = LINES.filter(({ files, except }) => files.test(file) && !except?.test(file))
  if (rules.length === 0) return []
  return source
    .split('\n')
    .flatMap((text, index) =>
      rules.filter(({ line }) => line.test(text)).map(({ instead }) => `${file}:${index + 1} write ${instead}`),
    )
}

const CURRENT_DOCUMENTS = /^(README|CONTRIBUTING|docs\/(architecture|glossary|operations.*))\.md$/
/** Where a short path of a document may begin. */
const ROOTS = ['', 'src/', 'src/server/', 'src/web/', 'docs/']
/** Placeholders and patterns, and the examples of CONTRIBUTING that its reader makes. */
const EXAMPLE = /[*{<]|\b(?:NAME|NNNN|X|Y)\b|NNNN_|diary|unreadMessages/

/** @returns one message for each path in a document that no tracked file has; records tell of their day and are left out */
export function findDeadPaths(file, source, tracked) {
  if (!CURRENT_DOCUMENTS.test(file)) return []
  const exists = (path) =>
    ROOTS.some((root) =>
      tracked.some(
        (known) => known === root + path || known === `${root}${path}.ts` || known.startsWith(`${root}${path}/`),
      ),
    )
  return source.split('\n').flatMap((text, index) =>
    [
      ...text.matchAll(
        /`((?:src|bin|bench|seed|deploy|migrations|test|docs|contract|domains|server|web|wire|kit|adapters)\/[^`\s:#()]*)`/g,
      ),
    ]
      .map(([, path]) => path.replace(/\/$/, ''))
      .filter((path) => !EXAMPLE.test(path) && !exists(path))
      .map((path) => `${file}:${index + 1} names ${path}, which does not exist`),
  )
}

/** Bytes that `git clone --depth 1` fetches at most, before compression. */
const CLONE_BYTES_MAX = 100_000_000

/** @returns a message if the files of a listing of `git ls-tree -r --long` are too large */
export function findCloneSize(listing) {
  const bytes = listing
    .trim()
    .split('\n')
    .reduce((sum, line) => sum + Number(line.split(/\s+/)[3]), 0)
  return bytes <= CLONE_BYTES_MAX ? [] : [`a clone has ${bytes} bytes: at most ${CLONE_BYTES_MAX}`]
}

const git = (...args) => execFileSync('git', args, { cwd: at(), encoding: 'utf8', maxBuffer: 64e6 })

/**
 * Checks every tracked file.
 * @returns the messages
 */
export function checkSources() {
  const files = git('ls-files', '-z', 'src', 'content', 'seed', 'docs', '*.md').split('\0')
  const tracked = git('ls-files', '-z').split('\0')
  const found = files
    .filter((file) => /\.(ts|tsx|css|md|json|jsonl)$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(at(file), 'utf8')
      return [...findLines(file, source), ...findWording(file, source), ...findDeadPaths(file, source, tracked)]
    })
  return [...found, ...findCloneSize(git('ls-tree', '-r', '--long', 'HEAD'))]
}
