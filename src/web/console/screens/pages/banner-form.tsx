import { categories, type PageBanner, SITE_PAGE } from '#contract/admin/pages.ts'
import { BANNER_TYPES } from '#contract/banners.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useRead } from '../../client/use-read.ts'
import { TimeField } from '../../form/time-field.tsx'
import { Choose } from '../title/choose.tsx'
import titleStyles from '../title/title.module.css'
import { CategoryPicker } from './category-picker.tsx'
import { ImageFields } from './image-fields.tsx'
import { LocalFields } from './local-fields.tsx'
import { useFieldError, useLocalized, usePage, useTitleName } from './page-context.ts'
import styles from './pages.module.css'
import { Poster, TitlePicker } from './title-picker.tsx'
import { useCallback, useId, useState } from 'react'
import { find, list, type StoredContent } from '#contract/admin/content.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { localName } from '../../content/names.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { type Choice, Combobox } from '../../widgets/combobox.tsx'

const TEXT_MAX = 200
const URL_MAX = 500

interface BannerFormProps {
  banner: PageBanner
  onChange: (change: (now: PageBanner) => Partial<PageBanner>) => void
}

export function BannerForm({ banner, onChange }: BannerFormProps) {
  const text = useText('consolePages')
  const errorOf = useFieldError()
  const field = `banners/${banner.bannerId}`
  const { scope } = usePage()
  return (
    <>
      <Choose
        label={text.fields.bannerType}
        value={banner.bannerType}
        options={BANNER_TYPES.map((each) => [each, text.bannerTypes[each]])}
        onChange={(bannerType) => onChange(() => ({ bannerType, url: '' }))}
      />
      <Target banner={banner} onChange={onChange} />
      {banner.bannerType === 'drama' || scope !== SITE_PAGE ? <About banner={banner} onChange={onChange} /> : null}
      <LocalFields
        field={`${field}/title`}
        label={text.fields.title}
        value={banner.title}
        maxLength={TEXT_MAX}
        onChange={(change) => onChange((now) => ({ title: change(now.title) }))}
      />
      <LocalFields
        field={`${field}/subtitle`}
        label={text.fields.subtitle}
        value={banner.subtitle}
        maxLength={TEXT_MAX}
        onChange={(change) => onChange((now) => ({ subtitle: change(now.subtitle) }))}
      />
      <div className={titleStyles.pair}>
        <TimeField
          label={text.fields.startsAt}
          hint={text.startsHint}
          value={banner.startsAt}
          onChange={(startsAt) => onChange(() => ({ startsAt }))}
        />
        <TimeField
          label={text.fields.endsAt}
          hint={text.endsHint}
          error={errorOf(`${field}/endsAt`)}
          value={banner.endsAt}
          onChange={(endsAt) => onChange(() => ({ endsAt }))}
        />
      </div>
      {banner.programId === null ? null : <p className={titleStyles.note}>{text.imageHint}</p>}
      <ImageFields field={field} value={banner} onChange={(change) => onChange(() => change)} />
    </>
  )
}

/** The title that a banner is about. */
function About({ banner: { bannerId, programId }, onChange }: BannerFormProps) {
  const text = useText('consolePages')
  const errorOf = useFieldError()
  const { titles } = usePage()
  const nameOf = useTitleName(titles)
  return (
    <div className={titleStyles.group}>
      <h3 className={titleStyles.groupTitle}>{text.fields.programId}</h3>
      {programId === null ? null : (
        <p className={styles.title}>
          <Poster title={titles.get(programId)} />
          <strong>{nameOf(programId)}</strong>
          <Button size="s" look="text" onClick={() => onChange(() => ({ programId: null }))}>
            {text.takeAway}
          </Button>
        </p>
      )}
      <FieldNotes id={`${bannerId}-title`} error={errorOf(`banners/${bannerId}/programId`)} />
      {programId === null ? (
        <TitlePicker
          label={text.chooseTitle}
          chosen={[]}
          onPick={(picked) => onChange(() => ({ programId: picked }))}
        />
      ) : null}
    </div>
  )
}

/** Of this page as it is arranged, or of another. */
function ListName({ categoryId }: { categoryId: string }) {
  const localized = useLocalized()
  const { content } = usePage()
  const { data } = useRead(categories, { text: categoryId })
  const known = [...content.categories, ...(data?.list.map(({ category }) => category) ?? [])]
  const found = known.find((category) => category.categoryId === categoryId)
  return <p>{(found && localized(found.title)) || categoryId}</p>
}

/** Where a banner leads besides a title. */
function Target({ banner: { bannerId, bannerType, url }, onChange }: BannerFormProps) {
  const text = useText('consolePages')
  const errorOf = useFieldError()
  const error = errorOf(`banners/${bannerId}/url`)
  if (bannerType === 'category')
    return (
      <div className={titleStyles.group}>
        <h3 className={titleStyles.groupTitle}>{text.leadsToList}</h3>
        {url ? <ListName categoryId={url} /> : null}
        <FieldNotes id={`${bannerId}-list`} error={error} />
        <CategoryPicker
          label={text.chooseList}
          chosen={[url]}
          onPick={({ categoryId }) => onChange(() => ({ url: categoryId }))}
        />
      </div>
    )
  if (bannerType === 'product')
    return <GoodsField goodsId={url} error={error} onChange={(goodsId) => onChange(() => ({ url: goodsId }))} />
  if (bannerType !== 'url') return null
  return (
    <TextField
      name={`${bannerId}.url`}
      label={text.fields.url}
      hint={text.urlHint}
      error={error}
      value={url}
      maxLength={URL_MAX}
      autoComplete="off"
      onChange={(typed) => onChange(() => ({ url: typed.trim() }))}
    />
  )
}

interface GoodsFieldProps {
  /** Empty for none. */
  goodsId: string
  error: string | undefined
  onChange: (goodsId: string) => void
}

const FOUND_MAX = 30

/** Goods of a special sale: found by name on the server, kept by id. */
function GoodsField({ goodsId, error, onChange }: GoodsFieldProps) {
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
