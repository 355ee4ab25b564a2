import { PLAYER_JOURNEYS } from './player-journeys.ts'
import { runJourneys } from './run-journeys.ts'
import { VISIT_JOURNEYS } from './visit-journeys.ts'
import { launchWebKit } from './webkit.ts'

const journeys = [...VISIT_JOURNEYS, ...PLAYER_JOURNEYS].filter(({ webkit }) => webkit)
await runJourneys('WebKitGTK', launchWebKit, journeys)
