import { useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#web/ui/icons.tsx'
import { type TitleNames, useTitleSearch } from '../../content/title-field.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Combobox } from '../../widgets/combobox.tsx'
import { moved } from './blocks.rules.ts'
import styles from './campaigns.module.css'

interface TitlesFieldProps {
  ids: readonly string[]
  names: TitleNames
  max: number
  onChange: (ids: readonly string[]) => void
}

/** Titles in their order. */
export function TitlesField({ ids, names, max, onChange }: TitlesFieldProps) {
  const text = useText('consoleContent')
  const { lists } = useText('consoleCampaigns')
  const shell = useShellText()
  const { language } = useCallContext()
  const { choices, setText } = useTitleSearch()
  const [picked, setPicked] = useState<TitleNames>({})
  const nameOf = (id: string) => (picked[id] ?? names[id])?.[language] ?? id
  return (
    <>
      {ids.length > 0 ? (
        <ol className={styles.titles}>
          {ids.map((id, at) => (
            <li key={id}>
              <span>{nameOf(id)}</span>
              <IconButton
                size={36}
                label={lists.up(nameOf(id))}
                icon={<ChevronLeftIcon size={16} />}
                disabled={at === 0}
                onClick={() => onChange(moved(ids, at, -1))}
              />
              <IconButton
                size={36}
                label={lists.down(nameOf(id))}
                icon={<ChevronRightIcon size={16} />}
                disabled={at === ids.length - 1}
                onClick={() => onChange(moved(ids, at, 1))}
              />
              <IconButton
                size={36}
                label={lists.remove(nameOf(id))}
                icon={<CloseIcon size={16} />}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ol>
      ) : null}
      {ids.length < max ? (
        <Combobox
          label={text.findTitle}
          choices={choices?.filter(({ key }) => !ids.includes(key))}
          onSearch={setText}
          onPick={({ programId, title }) => {
            setPicked({ ...picked, [programId]: title })
            onChange([...ids, programId])
          }}
          texts={{ none: text.noTitle, results: text.titlesFound, loading: shell.loading }}
        />
      ) : null}
    </>
  )
}
