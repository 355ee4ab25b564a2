import { Fragment, type ReactNode } from 'react'
import {
  type ArticleBlock,
  type ArticleInline,
  type ArticleValues,
  fillIn,
  knownBlocks,
} from '#web/kit/article-model.ts'
import styles from './article-blocks.module.css'
import { useArticleLink } from './use-article-link.ts'

export interface ArticleBlocksProps {
  blocks: readonly ArticleBlock[]
  values: ArticleValues
}

type Inline = (parts: readonly ArticleInline[]) => ReactNode

export function ArticleBlocks({ blocks, values }: ArticleBlocksProps) {
  const linkOf = useArticleLink()
  const inline: Inline = (parts) => <Line parts={parts} values={values} linkOf={linkOf} />
  return (
    <div className={styles.blocks}>
      {knownBlocks(blocks, values).map((block, at) => (
        <Block key={at} block={block} inline={inline} />
      ))}
    </div>
  )
}

interface BlockProps {
  block: ArticleBlock
  inline: Inline
}

function Block({ block, inline }: BlockProps) {
  if (block.kind === 'text') return <p>{inline(block.text)}</p>
  if (block.kind === 'table') return <Table head={block.head} rows={block.rows} inline={inline} />
  const items = block.items.map((item, at) => <li key={at}>{inline(item)}</li>)
  return block.kind === 'steps' ? (
    <ol className={`${styles.list} ${styles.steps}`}>{items}</ol>
  ) : (
    <ul className={styles.list}>{items}</ul>
  )
}

type TableProps = Omit<Extract<ArticleBlock, { kind: 'table' }>, 'kind'> & { inline: Inline }

function Table({ head, rows, inline }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reachable by keyboard
    <div className={styles.frame} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, at) => (
                <td key={at}>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LineProps {
  parts: readonly ArticleInline[]
  values: ArticleValues
  linkOf: (href: string) => string | undefined
}

function Line({ parts, values, linkOf }: LineProps) {
  return parts.map((part, at) => {
    if (typeof part === 'string') return <Fragment key={at}>{fillIn(part, values)}</Fragment>
    if ('strong' in part) return <strong key={at}>{fillIn(part.strong, values)}</strong>
    const label = fillIn(part.text, values)
    const href = linkOf(part.href)
    if (href === undefined) return <Fragment key={at}>{label}</Fragment>
    const outside = href.startsWith('https:')
    return (
      <a key={at} href={href} {...(outside && { target: '_blank', rel: 'noreferrer' })}>
        {label}
      </a>
    )
  })
}
