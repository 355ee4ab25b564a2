import { useText } from '#web/kit/text.ts'
import { asData, ChangedFields, Facts } from '../../widgets/changes.tsx'
import type { Entry } from './entry.ts'
import styles from './audit.module.css'

export function EntryDetail({ entry }: { entry: Entry }) {
  const text = useText('consoleAudit')
  const { auditEntryId, before, after, details, reason, address, requestId } = entry
  const others = asData(details)
  const isChange = Object.keys(asData(before)).length + Object.keys(asData(after)).length > 0
  return (
    <div className={styles.detail}>
      {isChange ? <ChangedFields before={before} after={after} /> : <p className={styles.note}>{text.noChange}</p>}
      {Object.keys(others).length > 0 ? <Facts data={others} /> : null}
      <dl className={styles.origin}>
        {[
          [text.reason, reason],
          [text.address, address],
          [text.request, requestId],
          [text.entry, String(auditEntryId)],
        ].map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  )
}
