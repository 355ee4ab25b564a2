import { useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import {
  campaigns as readCampaigns,
  exportAll,
  list as listSubmissions,
  SUBMISSION_STATES,
} from '#contract/admin/submissions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { saveFile } from '../../client/save-file.ts'
import { useList, useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { type TableParams, useTableParams } from '../../table/use-table-params.ts'
import { SubmissionsIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { SubmissionDetail, type SubmissionRow } from './submission-detail.tsx'
import styles from './submissions.module.css'

type Campaign = AdminOutputOf<typeof readCampaigns>['list'][number]

const FILTERS = ['submissionNumber', 'codeName', 'state'] as const
const SORTS = ['-submittedAt', 'submittedAt'] as const

/** What was sent with the forms of campaigns. Who sent what is read, and audited, below its row. */
export function Submissions() {
  const text = useText('consoleSubmissions')
  const shell = useShellText()
  const { language } = useCallContext()
  const params = useTableParams(FILTERS, SORTS)
  const { filter, sort, isFiltered, set, clear } = params
  const list = useList(listSubmissions, { filter, sort })
  const campaigns = useRead(readCampaigns, {}).data?.list ?? []
  const columns = useSubmissionColumns(campaigns)
  const [open, setOpen] = useState<string>()
  const { total } = list
  return (
    <Page
      title={shell.screens.submissions}
      note={total === undefined ? undefined : shell.total(formatNumber(total, language), list.isMore)}
      actions={<Export campaign={campaigns.find(({ codeName }) => codeName === filter.codeName)} />}
    >
      <SubmissionFilters {...params} campaigns={campaigns} />
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ submissionNumber }) => submissionNumber}
        nameOf={({ submissionNumber }) => submissionNumber}
        openLabel={text.open}
        onOpen={({ submissionNumber }) => setOpen(open === submissionNumber ? undefined : submissionNumber)}
        detail={{ key: open, of: detailOf }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<SubmissionsIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
    </Page>
  )
}

const detailOf = (submission: SubmissionRow) => <SubmissionDetail submission={submission} />

type FilterProps = TableParams<(typeof FILTERS)[number]> & { campaigns: readonly Campaign[] }

function SubmissionFilters({ filter, isFiltered, set, clear, campaigns }: FilterProps) {
  const text = useText('consoleSubmissions')
  const shell = useShellText()
  const { language } = useCallContext()
  return (
    <Filters isFiltered={isFiltered} onClear={clear}>
      <SearchBox
        label={text.search}
        hint={text.searchHint}
        value={filter.submissionNumber ?? ''}
        onSearch={(submissionNumber) => set({ submissionNumber })}
      />
      <SelectFilter
        label={text.campaign}
        value={filter.codeName}
        options={campaigns.map(({ codeName, title, submissions }) => [
          codeName,
          text.campaignOf(title[language], formatNumber(submissions, language)),
        ])}
        onChange={(codeName) => set({ codeName })}
      />
      <SelectFilter
        label={text.state}
        value={filter.state ?? 'all'}
        isRequired
        options={SUBMISSION_STATES.map((state) => [state, text.states[state]])}
        onChange={(state) => set({ state: state === 'all' ? undefined : state })}
      />
      <span className={styles.minor}>{shell.time}</span>
    </Filters>
  )
}

function useSubmissionColumns(campaigns: readonly Campaign[]): readonly Column<SubmissionRow>[] {
  const text = useText('consoleSubmissions')
  const { language: shown } = useCallContext()
  const { columns } = text
  const titles = new Map(campaigns.map(({ codeName, title }) => [codeName, title[shown]]))
  return [
    {
      id: 'submission',
      label: columns.submission,
      cell: ({ submissionNumber, isMember, agreesToMarketing, imageFields }) => (
        <span className={styles.submission}>
          <strong>{submissionNumber}</strong>
          <span className={styles.minor}>
            {[
              isMember ? text.member : text.visitor,
              ...(agreesToMarketing ? [text.marketing] : []),
              ...(imageFields.length > 0 ? [text.images(imageFields.length)] : []),
            ].join(' · ')}
          </span>
        </span>
      ),
    },
    { id: 'campaign', label: columns.campaign, cell: ({ codeName }) => titles.get(codeName) ?? codeName },
    { id: 'language', label: columns.language, from: 'desktop', cell: ({ language }) => text.languages[language] },
    {
      id: 'state',
      label: columns.state,
      cell: ({ openedAt }) => (
        <Pill tone={openedAt === null ? 'warn' : 'plain'} hasDot>
          {openedAt === null ? text.states.new : text.states.opened}
        </Pill>
      ),
    },
    {
      id: 'sent',
      label: columns.sent,
      sort: { up: 'submittedAt', down: '-submittedAt' },
      from: 'tablet',
      cell: ({ submittedAt }) => <When at={submittedAt} />,
    },
  ]
}

const BOM = '\uFEFF'

/** Answers of many: a reason, a typed word, a code of the authenticator. */
function Export({ campaign }: { campaign: Campaign | undefined }) {
  const { export: text } = useText('consoleSubmissions')
  const { language } = useCallContext()
  const client = useAdminClient()
  const [asked, setAsked] = useState<Campaign>()
  return (
    <>
      <Button
        icon={<DownloadIcon size={16} />}
        onClick={() => (campaign ? setAsked(campaign) : showToast({ text: text.choose }))}
      >
        {text.button}
      </Button>
      {asked ? (
        <Confirm
          title={text.title}
          text={`${asked.title[language]} · ${text.text}`}
          label={text.button}
          word={text.word}
          submit={async (reason) => {
            const answer = await client.call(exportAll, { codeName: asked.codeName, reason: reason ?? '' })
            if (answer.result === 'SUCCESS') {
              saveFile(new Blob([BOM + answer.csv], { type: 'text/csv' }), text.fileName(asked.codeName))
              const done = text.done(formatNumber(answer.submissions, language))
              showToast({ text: answer.isMore ? `${done} ${text.more}` : done })
            }
            return answer
          }}
          onDone={() => setAsked(undefined)}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  )
}
