import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { inTransaction } from '#server/kit/db.ts'
import type { OperatorsWorld } from './operators.ts'
import { aTitleContent } from './title-content.ts'

/** Nothing that its operator has ordered goes on by itself. */
export const disabled = (w: OperatorsWorld, operatorId: string) =>
  w.pool.query('update operator set disabled_at = $2 where operator_id = $1', [operatorId, w.clock.now().toString()])

const A_MANIFEST = 'reference,titleZh,titleEn,class\nHM-1,燈,Lamp,IIA\n'

const aManifest = (text = A_MANIFEST) => ({
  name: 'titles.csv',
  content: gzipSync(text).toString('base64'),
  images: [],
})

/** One that is done, with a line that is wrong. */
async function anImport({ titleImports, runTitleImports, anOperator, db }: OperatorsWorld): Promise<string> {
  const { operatorId } = await anOperator('catalogue')
  const bytes = Buffer.from(`${A_MANIFEST}HM-2,夜,Night,X\n`)
  const request = { operatorId, actor: 'operator:ida', fileName: 'titles.csv', bytes }
  const { importId } = await inTransaction(db, (tx) => titleImports.start(tx, request))
  await runTitleImports()
  return importId
}

async function aHeldImport(w: OperatorsWorld): Promise<string> {
  const { operatorId } = await w.anOperator('catalogue')
  const bytes = Buffer.from(A_MANIFEST.replace('HM-1', randomUUID()))
  const request = { operatorId, actor: 'operator:ida', fileName: 'titles.csv', bytes }
  const { importId } = await inTransaction(w.db, (tx) => w.titleImports.start(tx, request))
  await disabled(w, operatorId)
  return importId
}

async function aHeldPlan(w: OperatorsWorld): Promise<string> {
  const { operatorId, actor } = { ...(await w.anOperator('catalogue')), actor: 'operator:ida' }
  const programId = randomUUID()
  const content = aTitleContent()
  const by = { operatorId, actor }
  await inTransaction(w.db, (tx) => w.titles.publication.publish(tx, by, { programId, content, version: undefined }))
  const at = w.clock.now().add({ hours: 1 })
  const plan = { id: programId, content: { ...content, kids: true }, version: 1, at }
  const { plannedId } = await inTransaction(w.db, (tx) => w.titles.plans.plan(tx, by, plan))
  await disabled(w, operatorId)
  return plannedId
}

/** Inputs of the calls about files of titles, and plans that are held. */
export const IMPORT_EXAMPLES = {
  '/imports/check': () => aManifest(),
  '/imports/start': () => aManifest(A_MANIFEST.replace('HM-1', randomUUID())),
  '/imports/list': () => ({}),
  '/imports/find': async (w: OperatorsWorld) => ({ importId: await anImport(w) }),
  '/imports/titles': async (w: OperatorsWorld) => ({ filter: { importId: await anImport(w) } }),
  '/imports/continue': async (w: OperatorsWorld) => ({ importId: await aHeldImport(w) }),
  '/imports/retry': async (w: OperatorsWorld) => ({ importId: await anImport(w) }),
  '/imports/report': async (w: OperatorsWorld) => ({ importId: await anImport(w) }),
  '/imports/template': () => ({}),
  '/planned/held': () => ({}),
  '/planned/continue': async (w: OperatorsWorld) => ({ plannedId: await aHeldPlan(w) }),
}
