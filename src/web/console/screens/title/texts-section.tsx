import { type ReactNode, useState } from 'react'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import { htmlLang } from '#web/kit/language.ts'
import { useText } from '#web/kit/text.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useEditor, useFieldError } from './editor-context.ts'
import { Section } from './section.tsx'
import styles from './title.module.css'

const NAME_MAX = 200
const TEXT_MAX = 5_000
const ALIASES_MAX = 20

type TextName = 'title' | 'tagline' | 'description' | 'warning'
const NAMES: readonly TextName[] = ['title', 'tagline', 'description', 'warning']

/** Both languages side by side; what one has and the other lacks is marked. */
export function TextsSection() {
  const { sections, textsNote } = useText('consoleTitle')
  return (
    <Section name="texts" title={sections.texts} note={textsNote}>
      {NAMES.map((name) => (
        <div key={name} className={styles.pair}>
          {LANGUAGES.map((language) => (
            <LocalText key={language} name={name} language={language} />
          ))}
        </div>
      ))}
      <div className={styles.pair}>
        {LANGUAGES.map((language) => (
          <Aliases key={language} language={language} />
        ))}
      </div>
    </Section>
  )
}

const otherOf = (language: Language): Language => (language === 'zh_HK' ? 'en_US' : 'zh_HK')

function LocalText({ name, language }: { name: TextName; language: Language }) {
  const { fields, countLetters } = useText('consoleTitle')
  const { content, set } = useEditor()
  const errorOf = useFieldError()
  const value = content[name][language]
  const isGap = value.trim() === '' && content[name][otherOf(language)].trim() !== ''
  const props = {
    name: `${name}.${language}`,
    label: (
      <LanguageLabel language={language} isGap={isGap}>
        {fields[name]}
      </LanguageLabel>
    ),
    value,
    error: errorOf(`${name}.${language}`),
    onChange: (typed: string) => set((now) => ({ [name]: { ...now[name], [language]: typed } })),
  }
  return (
    <div lang={htmlLang(language)}>
      {name === 'description' ? (
        <TextAreaField {...props} rows={4} maxLength={TEXT_MAX} hint={countLetters([...value].length)} />
      ) : (
        <TextField {...props} maxLength={NAME_MAX} autoComplete="off" required={name === 'title'} />
      )}
    </div>
  )
}

interface LanguageLabelProps {
  language: Language
  isGap?: boolean
  children: ReactNode
}

export function LanguageLabel({ language, isGap, children }: LanguageLabelProps) {
  const { languages, gap } = useText('consoleTitle')
  return (
    <span className={styles.label}>
      {children} <small>{languages[language]}</small>
      {isGap ? <span className={styles.gap}>{gap}</span> : null}
    </span>
  )
}

const SEPARATORS = /[,\uFF0C\u3001;\n]/

const aliasesOf = (typed: string): string[] =>
  [
    ...new Set(
      typed
        .split(SEPARATORS)
        .map((alias) => alias.trim().slice(0, NAME_MAX))
        .filter(Boolean),
    ),
  ].slice(0, ALIASES_MAX)

/** One field for a list: what is typed stays as it is while it says the same. */
function Aliases({ language }: { language: Language }) {
  const { fields, aliasesHint } = useText('consoleTitle')
  const { content, set } = useEditor()
  const aliases = content.aliases[language]
  const [typed, setTyped] = useState('')
  const isSame = aliasesOf(typed).join('\n') === aliases.join('\n')
  return (
    <div lang={htmlLang(language)}>
      <TextField
        name={`aliases.${language}`}
        label={<LanguageLabel language={language}>{fields.aliases}</LanguageLabel>}
        hint={aliasesHint}
        value={isSame ? typed : aliases.join(', ')}
        autoComplete="off"
        onChange={(next) => {
          setTyped(next)
          set((now) => ({ aliases: { ...now.aliases, [language]: aliasesOf(next) } }))
        }}
      />
    </div>
  )
}
