import { LANGUAGES } from '#contract/languages.ts'
import { htmlLang } from '#web/kit/language.ts'
import { useText } from '#web/kit/text.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import titleStyles from '../title/title.module.css'
import { useFieldError } from './page-context.ts'

type Localized = { readonly zh_HK: string; readonly en_US: string }

interface LocalFieldsProps {
  /** `categories/{id}/title` */
  field: string
  label: string
  value: Localized
  maxLength: number
  onChange: (change: (now: Localized) => Localized) => void
}

/** One text in both languages, side by side. */
export function LocalFields({ field, label, value, maxLength, onChange }: LocalFieldsProps) {
  const { languages } = useText('consolePages')
  const errorOf = useFieldError()
  return (
    <div className={titleStyles.pair}>
      {LANGUAGES.map((language) => (
        <div key={language} lang={htmlLang(language)}>
          <TextField
            name={`${field}.${language}`}
            label={
              <span className={titleStyles.label}>
                {label} <small>{languages[language]}</small>
              </span>
            }
            value={value[language]}
            error={errorOf(field, language)}
            maxLength={maxLength}
            autoComplete="off"
            onChange={(typed) => onChange((now) => ({ ...now, [language]: typed }))}
          />
        </div>
      ))}
    </div>
  )
}
