import { CATEGORY_SOURCES, type PageCategory } from '#contract/admin/pages.ts'
import { CLASSIFIES } from '#contract/categories.ts'
import { useText } from '#web/kit/text.ts'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Choose } from '../title/choose.tsx'
import titleStyles from '../title/title.module.css'
import { ImageFields } from './image-fields.tsx'
import { ItemList } from './item-list.tsx'
import { LocalFields } from './local-fields.tsx'
import { useFieldError, usePage, useTitleName } from './page-context.ts'
import styles from './pages.module.css'
import { Poster, TitlePicker } from './title-picker.tsx'

const NAME_MAX = 60
const TEXT_MAX = 200

interface CategoryFormProps {
  category: PageCategory
  onChange: (change: (now: PageCategory) => Partial<PageCategory>) => void
}

export function CategoryForm({ category, onChange }: CategoryFormProps) {
  const text = useText('consolePages')
  const errorOf = useFieldError()
  const field = `categories/${category.categoryId}`
  const { source, programClassify, showLandscape, showTopN } = category
  // One that is known by its source keeps it: an address of the site leads there.
  const isFixed = category.version > 0 && source !== 'list' && programClassify === 'mixed'
  return (
    <>
      <LocalFields
        field={`${field}/title`}
        label={text.fields.title}
        value={category.title}
        maxLength={NAME_MAX}
        onChange={(change) => onChange((now) => ({ title: change(now.title) }))}
      />
      <LocalFields
        field={`${field}/subtitle`}
        label={text.fields.subtitle}
        value={category.subtitle}
        maxLength={TEXT_MAX}
        onChange={(change) => onChange((now) => ({ subtitle: change(now.subtitle) }))}
      />
      {isFixed ? (
        <p className={titleStyles.note}>{text.fixedSource(text.sources[source])}</p>
      ) : (
        <div className={titleStyles.pair}>
          <Choose
            label={text.fields.source}
            value={source}
            error={errorOf(`${field}/source`)}
            options={CATEGORY_SOURCES.map((each) => [each, text.sources[each]])}
            onChange={(next) => onChange(() => ({ source: next, ...(next !== 'list' && { programIds: [] }) }))}
          />
          <Choose
            label={text.fields.programClassify}
            value={programClassify}
            options={CLASSIFIES.map((each) => [each, text.classifies[each]])}
            onChange={(next) => onChange(() => ({ programClassify: next }))}
          />
        </div>
      )}
      {source === 'list' ? <Titles category={category} onChange={onChange} /> : null}
      <div className={titleStyles.pair}>
        <Switch
          label={text.fields.showLandscape}
          checked={showLandscape}
          onChange={(next) => onChange(() => ({ showLandscape: next }))}
        />
        <Switch
          label={text.fields.showTopN}
          checked={showTopN}
          onChange={(next) => onChange(() => ({ showTopN: next }))}
        />
      </div>
      <Promotion category={category} onChange={onChange} />
    </>
  )
}

function Titles({ category: { categoryId, programIds }, onChange }: CategoryFormProps) {
  const text = useText('consolePages')
  const errorOf = useFieldError()
  const { titles } = usePage()
  const nameOf = useTitleName(titles)
  return (
    <div className={titleStyles.group}>
      <h3 className={titleStyles.groupTitle}>
        {text.fields.programIds} <span className={titleStyles.note}>{text.countTitles(programIds.length)}</span>
      </h3>
      <ItemList
        isDense
        label={text.fields.programIds}
        items={programIds}
        idOf={(programId) => programId}
        nameOf={nameOf}
        renderFace={(programId) => (
          <span className={styles.title}>
            <Poster title={titles.get(programId)} />
            {nameOf(programId)}
          </span>
        )}
        onMove={(next) => onChange(() => ({ programIds: next }))}
        onRemove={(gone) => onChange((now) => ({ programIds: now.programIds.filter((id) => id !== gone) }))}
      />
      <FieldNotes id={`${categoryId}-titles`} error={errorOf(`categories/${categoryId}/programIds`)} />
      <TitlePicker
        label={text.addTitle}
        chosen={programIds}
        onPick={(programId) => onChange((now) => ({ programIds: [...now.programIds, programId] }))}
      />
    </div>
  )
}

const NO_PROMOTION = {
  adult: false,
  image: '',
  imagePortrait: '',
  focus: null,
  focusPortrait: null,
  text: { zh_HK: '', en_US: '' },
}

function Promotion({ category: { categoryId, promotion }, onChange }: CategoryFormProps) {
  const text = useText('consolePages')
  const field = `categories/${categoryId}/promotion`
  const set = (change: Partial<typeof NO_PROMOTION>) =>
    onChange((now) => ({ promotion: { ...(now.promotion ?? NO_PROMOTION), ...change } }))
  return (
    <div className={titleStyles.group}>
      <Switch
        label={text.fields.promotion}
        hint={text.promotionHint}
        checked={promotion !== null}
        onChange={(isOn) => onChange(() => ({ promotion: isOn ? NO_PROMOTION : null }))}
      />
      {promotion ? (
        <>
          <Switch
            label={text.adult}
            hint={text.adultHint}
            checked={promotion.adult}
            onChange={(adult) => set({ adult })}
          />
          <LocalFields
            field={`${field}/text`}
            label={text.promotionText}
            value={promotion.text}
            maxLength={TEXT_MAX}
            onChange={(change) => set({ text: change(promotion.text) })}
          />
          <ImageFields field={field} value={promotion} onChange={(change) => set(change as typeof NO_PROMOTION)} />
        </>
      ) : null}
    </div>
  )
}
