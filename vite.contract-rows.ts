import type { Plugin } from 'vite'

/**
 * Contract files whose input schemas validate forms. For all others, a browser needs only the endpoints' addresses.
 */
const FORMS = ['accounts', 'contact', 'parental', 'profiles', 'sessions', 'admin/operators', 'admin/session']
/** They make the rows of others. */
const NO_ROWS = ['endpoint', 'admin/endpoint', 'admin/forms']
/** Endpoint properties read only by the server and the API documentation. */
const SERVER_ONLY = ['output', 'summary', 'refuses']

const CONTRACT = /[/#]contract\/((?:admin\/)?[\w-]+)\.ts$/

/** A syntax tree node, as far as needed here. */
interface SyntaxNode {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/**
 * Removes endpoint properties that browsers never read from the site's build (response schemas, input schemas without
 * a form, documentation texts), so that the schema library is loaded with the first form instead of before first
 * paint.
 * Types are unaffected. Using a removed property fails the build.
 */
export function contractRows(): Plugin {
  return {
    name: 'contract-rows',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'post',
    transform(code, id) {
      const name = CONTRACT.exec(id)?.[1]
      if (!name) {
        if (id.includes('/src/web/')) refuseRemoved(code, (message) => this.error(`${id}: ${message}`))
        return undefined
      }
      if (NO_ROWS.includes(name)) return undefined
      const dropped = FORMS.includes(name) ? SERVER_ONLY : [...SERVER_ONLY, 'input']
      return {
        code: trimRows(code, this.parse(code) as unknown as SyntaxNode, dropped),
        map: null,
        moduleSideEffects: false,
      }
    },
  }
}

/**
 * Removes the dropped properties from every object and marks top-level calls as pure, so that unused ones are
 * tree-shaken.
 */
function trimRows(code: string, program: SyntaxNode, dropped: readonly string[]): string {
  const edits = [...propertyCuts(code, program, dropped), ...madeAtTop(program).flatMap(asPure)]
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end), code)
}

interface Edit {
  start: number
  end: number
  replacement: string
}

function propertyCuts(code: string, node: SyntaxNode, dropped: readonly string[]): Edit[] {
  const key = node.type === 'Property' ? (node.key as { name?: string }).name : undefined
  if (key && dropped.includes(key)) {
    const comma = /^\s*,/.exec(code.slice(node.end))?.[0].length ?? 0
    return [{ start: node.start, end: node.end + comma, replacement: '' }]
  }
  return childrenOf(node).flatMap((child) => propertyCuts(code, child, dropped))
}

/** Initializers of a module's constants that may have side effects as far as a bundler can tell. */
function madeAtTop(program: SyntaxNode): SyntaxNode[] {
  return partsOf(program, 'body')
    .flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' ? partsOf(statement, 'declaration') : [statement],
    )
    .flatMap((statement) => partsOf(statement, 'declarations'))
    .flatMap((declared) => partsOf(declared, 'init'))
    .filter((node) => !/Function/.test(node.type) && mayHaveSideEffects(node))
}

const mayHaveSideEffects = (node: SyntaxNode): boolean =>
  /^(Call|New|Member)Expression$|^Spread/.test(node.type) || childrenOf(node).some(mayHaveSideEffects)

/** Wraps an expression in an immediately called function that is marked as pure. */
const asPure = ({ start, end }: SyntaxNode): Edit[] => [
  { start, end: start, replacement: '/*#__PURE__*/ (() => (' },
  { start: end, end, replacement: '))()' },
]

const childrenOf = (node: SyntaxNode): SyntaxNode[] => Object.keys(node).flatMap((part) => partsOf(node, part))

/** The child nodes in one property of a node. */
function partsOf(node: SyntaxNode, part: string): SyntaxNode[] {
  const value = node[part]
  return (Array.isArray(value) ? value : [value]).filter(
    (child): child is SyntaxNode => typeof child === 'object' && child !== null && 'type' in child,
  )
}

/** Fails the build if a removed property is used. */
function refuseRemoved(code: string, refuse: (message: string) => void) {
  for (const [, names = '', source = ''] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)) {
    const file = CONTRACT.exec(source)?.[1]
    if (!file) continue
    const removed = FORMS.includes(file) ? SERVER_ONLY : [...SERVER_ONLY, 'input']
    for (const name of names.split(',').map(
      (word) =>
        word
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    )) {
      const used = name && new RegExp(`\\b${name}\\.(${removed.join('|')})\\b`).exec(code)?.[0]
      if (used) refuse(`${used} is left out of the site's build (vite.contract-rows.ts)`)
    }
  }
}
