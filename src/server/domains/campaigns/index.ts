/**
 * Campaign pages: composed of blocks by operators, shown to one viewer, their forms taken in, kept sealed and deleted in time.
 * Owns the tables campaign, campaign_sentence, campaign_submission, campaign_upload. Shows no title that `catalogue` would not, keeps no image
 * itself (images, uploads), and redeems no code (codes).
 */
export { type Campaigns, createCampaigns } from './campaigns.service.ts'
export type { ExportedSubmission } from './operator-views.service.ts'
export type {
  ListedCampaign,
  OpenedSubmission,
  ShownBlock,
  ShownCampaign,
  Submission,
  SubmissionDraft,
} from './campaigns-model.ts'
export { stateOf } from './campaigns.rules.ts'
