import { useCallback, useId, useState } from 'react'
import { find, list, type StoredContent } from '#contract/admin/content.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { useRead } from '../../client/use-read.ts'
import { localName } from '../../content/names.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { type Choice, Combobox } from '../../widgets/combobox.tsx'
import titleStyles from '../title/title.module.css'
import styles from './pages.module.css'

interface GoodsFieldProps {
  /** Empty for none. */
  goodsId: string
  error: string | undefined
  onChange: (goodsId: string) => void
}

const FOUND_MAX = 30

/** Goods of a special sale: found by name on the server, kept by id. */
export function GoodsField({ goodsId, error, onChange }: GoodsFieldProps) {
  const text = useText('consolePages')
  const shell = useShellText()
  const id = useId()
  const sayGoods = useGoodsText()
  const [typed, setTyped] = useState('')
  const search = useCallback((next: string) => setTyped(next), [])
  const filter = { kind: 'goods' as const, withdrawn: false, ...(typed !== '' && { text: typed }) }
  const { data } = useRead(list, { filter, limit: FOUND_MAX }, { enabled: goodsId === '' })
  const chosen = useRead(find, { kind: 'goods', id: goodsId }, { enabled: goodsId !== '' })
  const choices = data?.list.map((goods): Choice<string> => ({ key: goods.id, value: goods.id, ...sayGoods(goods) }))
  const { label, note } = chosen.data ? sayGoods(chosen.data) : { label: goodsId, note: '' }
  return (
    <div className={titleStyles.group}>
      <h3 className={titleStyles.groupTitle}>{text.goods}</h3>
      {goodsId === '' ? null : (
        <p className={styles.title}>
          <strong>{label}</strong>
          <small>{note}</small>
          <Button size="s" look="text" onClick={() => onChange('')}>
            {text.takeAway}
          </Button>
        </p>
      )}
      <FieldNotes id={id} error={error} />
      {goodsId === '' ? (
        <Combobox
          label={text.chooseGoods}
          choices={choices}
          onSearch={search}
          onPick={onChange}
          texts={{ none: text.noResults, results: text.results, loading: shell.loading }}
        />
      ) : null}
    </div>
  )
}

/** The goods, and the sale that has them. */
function useGoodsText(): (goods: StoredContent) => { label: string; note: string } {
  const { language } = useCallContext()
  return ({ id, record, names }) => ({
    label: localName(record.name, language) || id,
    note: localName(names.saleId, language),
  })
}
