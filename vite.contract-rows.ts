import type { Plugin } from 'vite'

/** The contract's files whose inputs the site's forms validate by. Of all others a browser needs no more than where a call goes. */
const FORMS = ['accounts', 'parental', 'profiles', 'sessions']
/** What only the server and its documents read of a row. */
const SERVER_ONLY = ['output', 'summary', 'refuses']

const CONTRACT = /[/#]contract\/([\w-]+)\.ts$/

/** A node of the syntax tree, as far as it is walked here. */
interface SyntaxNode {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/**
 * Leaves out of the site's build what a browser never reads of the contract's rows (the schemas of answers, of inputs without a form, the documents'
 * words), so that the schema library comes with the first form and not before the first paint. Types know nothing of it; a use that would miss something
 * fails the build.
 */
export function contractRows(): Plugin {
  return {
    name: 'contract-rows',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'post',
    transform(code, id) {
      const name = CONTRACT.exec(id)?.[1]
      if (!name) {
        if (id.includes('/src/web/')) refuseLost(code, (message) => this.error(`${id}: ${message}`))
        return undefined
      }
      if (name === 'endpoint') return undefined
      const dropped = FORMS.includes(name) ? SERVER_ONLY : [...SERVER_ONLY, 'input']
      return {
        code: trimRows(code, this.parse(code) as unknown as SyntaxNode, dropped),
        map: null,
        moduleSideEffects: false,
      }
    },
  }
}

/** Takes the dropped properties out of every object, and marks what is made at the top level as free of effects, so that what nobody uses goes too. */
function trimRows(code: string, program: SyntaxNode, dropped: readonly string[]): string {
  const edits = [...propertyCuts(code, program, dropped), ...madeAtTop(program).flatMap(asPure)]
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), code)
}

interface Edit {
  start: number
  end: number
  put: string
}

function propertyCuts(code: string, node: SyntaxNode, dropped: readonly string[]): Edit[] {
  const key = node.type === 'Property' ? (node.key as { name?: string }).name : undefined
  if (key && dropped.includes(key)) {
    const comma = /^\s*,/.exec(code.slice(node.end))?.[0].length ?? 0
    return [{ start: node.start, end: node.end + comma, put: '' }]
  }
  return childrenOf(node).flatMap((child) => propertyCuts(code, child, dropped))
}

/** What the constants of a module are made of, where making it could have an effect as far as a bundler sees. */
function madeAtTop(program: SyntaxNode): SyntaxNode[] {
  return partsOf(program, 'body')
    .flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' ? partsOf(statement, 'declaration') : [statement],
    )
    .flatMap((statement) => partsOf(statement, 'declarations'))
    .flatMap((declared) => partsOf(declared, 'init'))
    .filter((made) => !/Function/.test(made.type) && mayAct(made))
}

const mayAct = (node: SyntaxNode): boolean =>
  /^(Call|New|Member)Expression$|^Spread/.test(node.type) || childrenOf(node).some(mayAct)

/** A function that is called at once, whose call is marked: whatever it makes, it does nothing else. */
const asPure = ({ start, end }: SyntaxNode): Edit[] => [
  { start, end: start, put: '/*#__PURE__*/ (() => (' },
  { start: end, end, put: '))()' },
]

const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.keys(node).flatMap((part) => partsOf(node, part))

/** The nodes below one part of a node. */
function partsOf(node: SyntaxNode, part: string): SyntaxNode[] {
  const value = node[part]
  return (Array.isArray(value) ? value : [value]).filter(
    (child): child is SyntaxNode => typeof child === 'object' && child !== null && 'type' in child,
  )
}

/** A row's part that the build has left out may not be used. */
function refuseLost(code: string, refuse: (message: string) => void) {
  for (const [, names = '', source = ''] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)) {
    const file = CONTRACT.exec(source)?.[1]
    if (!file) continue
    const lost = FORMS.includes(file) ? SERVER_ONLY : [...SERVER_ONLY, 'input']
    for (const name of names.split(',').map(
      (word) =>
        word
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    )) {
      const used = name && new RegExp(`\\b${name}\\.(${lost.join('|')})\\b`).exec(code)?.[0]
      if (used) refuse(`${used} is left out of the site's build (vite.contract-rows.ts)`)
    }
  }
}
