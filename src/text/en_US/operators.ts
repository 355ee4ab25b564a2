import type { TicketVerdict } from '#contract/ticket-verdicts.ts'
import type { OperatorProblemText } from '#contract/operator-problems.ts'
import { type IngestErrorParams, type IngestText, TITLE_MAX } from '#contract/ingest.ts'
import { GENRES } from '#contract/genres.ts'
import { REGIONS } from '#contract/regions.ts'
import { orderStates } from './order-states.ts'
import { formatHkd } from './payments.ts'

const TICKET_REFUSALS = {
  unknown: 'This is not a valid ticket code.',
  used: 'This ticket has been used.',
  returned: 'This ticket was returned.',
  cancelled: 'The showtime of this ticket is cancelled.',
  otherShowtime: 'This ticket is for another showtime.',
  early: 'It’s too early for this ticket.',
  over: 'The showtime of this ticket is over.',
} satisfies Record<Exclude<TicketVerdict, 'valid'>, string>

/** Lines named in a sentence. */
const NAMED_MAX = 10

function lineList(lines: readonly number[]): string {
  const more = lines.length > NAMED_MAX ? ` and ${lines.length - NAMED_MAX} more` : ''
  return `${lines.slice(0, NAMED_MAX).join(', ')}${more}`
}

/** Why an operator's command is refused. */
export const operatorProblems: OperatorProblemText = {
  orderNotPaid: ({ orderId }) => `There is no paid order ${orderId}.`,
  orderRefundRuns: ({ orderId }) => `${orderId} is being refunded and cannot be sent.`,
  orderUndisputed: ({ orderNumber }) =>
    `The payment for ${orderNumber} isn’t disputed, so there’s no evidence to prepare.`,
  orderDisputed: ({ orderId }) => `The payment for ${orderId} is disputed, so the order cannot be sent.`,
  orderNotToSend: ({ orderId, state }) => `${orderId} is ${state}. Only paid orders can be sent.`,
  orderNotSent: ({ orderId, state }) => `${orderId} is ${state}. Only sent orders can be marked as delivered.`,
  orderRestocked: ({ orderId }) => `The units of ${orderId} are already back in stock.`,
  orderToSend: ({ orderId }) => `${orderId} has not been sent yet. Refund it first.`,
  caseUnknown: ({ caseNumber }) => `There is no case ${caseNumber}.`,
  caseWithoutImage: ({ caseNumber }) => `${caseNumber} has no image.`,
  caseClosed: ({ caseNumber }) => `${caseNumber} is closed already.`,
  caseNotClosed: ({ caseNumber }) => `${caseNumber} isn’t closed.`,
  answerEmpty: () => 'The answer is empty.',
  partnerWithoutList: ({ partner }) => `${partner} is not a partner with a customer list.`,
  customerLines: ({ lines }) =>
    `Not a mobile number of Hong Kong or Macau in line ${lineList(lines)}. Nothing was imported.`,
  staffLines: ({ lines }) => `Not a company and a staff number in line ${lineList(lines)}. Nothing was imported.`,
  listEmpty: () => 'The list is empty.',
  listReplaced: () => 'This list was replaced while you checked yours. Check it again.',
  listTooLarge: ({ megabytes }) => `A list has at most ${megabytes} MB.`,
  listUnreadable: () => 'This file isn’t a text table. Save it as CSV (UTF-8) and try again.',
  companyUnknown: ({ company }) => `There is no staff list of ${company}.`,
  commentUnknown: ({ commentId }) => `There is no comment ${commentId}.`,
  commentChanged: ({ commentId }) => `The comment ${commentId} was changed since it was listed. List it again.`,
  decisionUnknown: () => 'There is no such decision of yours.',
  decisionTold: () => 'This can’t be undone any more: the author has been told, or the comment has changed since.',
  authorNotPaused: () => 'This author isn’t paused.',
  wordTooShort: ({ word }) => `“${word}” is too short: it would hold back nearly every comment.`,
  wordUnlisted: ({ word }) => `“${word}” is not on the list.`,
  campaignUnknown: ({ codeName }) => `There is no campaign ${codeName}.`,
  submissionUnknown: ({ submissionNumber }) => `There is no submission ${submissionNumber}.`,
  submissionWithoutImage: ({ submissionNumber }) => `${submissionNumber} has no such image.`,
  announcementUnknown: () => 'There is no such announcement.',
  workNotHeld: () => 'This isn’t on hold. It’s running or already finished.',
  announcementGrew: ({ recipients, approved }) =>
    `It would now reach ${recipients} members instead of ${approved}. Ask for approval again.`,
  announcementOver: () => 'The announcement was sent or stopped already.',
  smsProviderNotReady: () => 'This provider isn’t set up. Complete its settings in the environment first.',
  compensationUnknown: () => 'There’s no such compensation.',
  compensationOver: () => 'The compensation is done or stopped already.',
  compensationPeriod: () => 'The incident must be over, end after it begins, and last 31 days at most.',
  compensationRenters: () => 'Longer rentals are only for members who had one at the time.',
  compensationNobody: () => 'No member matches, or all have been compensated for this incident.',
  compensationGrew: ({ members, approved }) =>
    `${members} members match now; ${approved} did when it was approved. Ask for approval again.`,
  codeUnknown: () => 'There is no such code.',
  codeVoided: () => 'The code is already voided.',
  codeOfGiftCard: () => 'A gift card is refunded, not voided: npm run refund.',
  codeExists: () => 'One of the codes already exists. No codes were generated. Try again.',
  batchUnknown: ({ batchId }) => `There is no batch ${batchId} that can be voided.`,
  batchSize: ({ max }) => `A batch has 1 to ${max} codes.`,
  batchWorth: ({ maxCents }) =>
    `A batch can be worth ${formatHkd(maxCents)} at most. Choose fewer codes, uses or rewards.`,
  batchExpiry: () => 'The codes would expire before they start.',
  batchOfGiftCards: () => 'Gift cards are bought, not generated.',
  batchEmpty: () => 'A code needs at least one reward.',
  batchMixed: () => 'Members can’t have both vouchers or tickets and credits or a plan.',
  batchOfPartner: () => 'A partner code must name the partner and give vouchers or tickets.',
  batchPartner: ({ partner, partners }) =>
    `Members of ${partner} cannot have these rewards. Partners whose members can: ${partners.join(', ')}.`,
  batchOfPlan: () => 'A plan code gives months of a plan.',
  batchOfAnother: () => 'Only the operator who created this batch can download its codes.',
  batchFileGone: ({ file }) =>
    ({
      none: 'A command wrote these codes to a file. They can’t be downloaded here.',
      making: 'The codes are still being generated. You can download them once they’re ready.',
      ready: 'This batch has been voided.',
      fetched:
        'These codes were downloaded already and aren’t offered again. If the file is lost, void the batch and create another.',
      expired: 'Nobody downloaded these codes in time, so they were destroyed. Void the batch and create another.',
    })[file],
  planUnknown: ({ planId }) => `There is no plan ${planId}.`,
  planNotFree: () => 'Only a plan for staff can be free.',
  planAsBefore: ({ planId }) => `The plan ${planId} is already on sale with these terms, or belongs to another offer.`,
  planIncomplete: ({ planId }) => `There is no plan ${planId}. A new plan needs all of its terms and an offer.`,
  accountUnknown: ({ number }) => `There is no account with the number ${number}.`,
  customerUnknown: () => 'There is no such account. It may have been erased.',
  customerIsOwn: () => 'This account has your own email address, or the approver’s. A colleague has to do this.',
  customerWithoutRenewal: () => 'The account has no plan that renews.',
  customerPlanBeingCancelled: () => 'The provider has already been asked to end this plan.',
  customerEmailUnproven: () => 'The member has not verified their email address.',
  customerClosing: () => 'The account is already being closed.',
  customerNotClosing: () => 'The account is not being closed.',
  customerNumberSame: () => 'This is the number of the account already.',
  customerNumberTaken: () => 'This number already belongs to an account or is about to.',
  customerNumberChanging: () => 'A number change is already pending. Cancel it first.',
  customerNumberNotChanging: () => 'No number change is pending.',
  correctionTooLarge: () => 'The account has fewer credits than that.',
  correctionKeyUsed: () => 'This key has already been used for another entry.',
  ticketCodeUnknown: () => 'This is not a valid ticket code.',
  ticketRefused: ({ verdict }) => TICKET_REFUSALS[verdict],
  ticketOfAnotherCounter: () => 'Another operator admitted this person. Only they can undo it.',
  ticketStaysUsed: () => 'This admission can’t be undone any more.',
  showtimeUnknown: ({ showtimeId }) => `There is no showtime ${showtimeId}.`,
  operatorUnknown: () => 'There is no such operator.',
  operatorExists: ({ email }) => `There is already an operator with ${email}.`,
  operatorWithoutRole: () => 'This operator doesn’t have the role that this needs.',
  operatorDisabled: () => 'This operator is disabled.',
  lastAdministrator: () => 'There must be at least one administrator.',
  invitationUnknown: () => 'This link was used or has expired. Ask an administrator for a new one.',
  consoleInsecure: () => 'This address isn’t encrypted, so operators can’t log in here. Use https.',
  requestKeyUsed: () => 'The key of this request has already been used for something else.',
  approvalUnknown: () => 'There is no such approval.',
  approvalClosed: () => 'This approval has already been decided or has expired.',
  approvalVoid: () => 'The requester is no longer allowed to do this, so the request is void.',
  approvalWaits: () => 'You’ve already requested this. It’s waiting for approval.',
  approvalChanged: () => 'What this would change is no longer the same. Decline it so the requester can ask again.',
  approvalOwn: () => 'You can’t decide your own request.',
  approvalRole: () => 'None of your roles can decide this request.',
  approvalReset: () => 'For 24 hours after a reset of credentials, operators can’t make or decide requests.',
  approvalInvitation: () => 'For 7 days after an invitation, the two operators can’t decide each other’s requests.',
  uploadUnknown: () => 'This upload no longer exists. Choose the file again.',
  uploadEmpty: ({ file }) => `“${file}” is empty.`,
  uploadTooLarge: ({ file, bytes, limit }) => `“${file}” is ${size(bytes)}. The limit is ${size(limit)}.`,
  uploadNoRoom: ({ needed, free, reserve, promised }) =>
    `The server needs ${size(needed)} of disk space. It has ${size(free)}, of which ${size(reserve)} must stay free${promised > 0 ? ` and ${size(promised)} is for other uploads under way` : ''}. Free some space, then continue. What has been uploaded is kept.`,
  uploadUnconfined: () =>
    'An encoder does not confine ffmpeg, so no uploads are taken: a malicious film could read the keys. Install bubblewrap there or allow user namespaces, or ingest trusted films with npm run ingest.',
  uploadNoEncoder: () => 'No encoder is running, so no uploads are taken. Start an encoder, then upload again.',
  uploadInUse: ({ file }) => `An ingest is using “${file}”. Cancel it first.`,
  uploadUnfinished: ({ file }) => `“${file}” hasn’t finished uploading.`,
  subtitleLanguage: ({ language }) => `“${language}” is not a language code. Use a code such as zh-Hant or en.`,
  subtitleTooLarge: ({ file }) => `“${file}” is too large for subtitles.`,
  ingestUnknown: () => 'There is no such ingest.',
  ingestOver: () => 'This ingest has ended.',
  ingestNoRetry: () => 'The files of this ingest are gone, or are used by another one. Upload them again.',
  ingestTargetUnknown: () => 'There is no such title.',
  ingestOfSeries: () => 'This is a series. Choose one of its episodes for a film.',
  trackFilmUnknown: () => 'The title no longer plays this file. Open it again.',
  tracksUnderWay: () => 'The tracks of this file are being changed. Wait for that to finish, or cancel it.',
  subtitleTwice: ({ language }) =>
    `There would be two subtitles in ${language}. Remove one of them in the same change.`,
  audioLanguage: ({ language }) => `“${language}” is not a language code for audio. Use a code such as yue, cmn or en.`,
  ingestRoleTwice: () => 'A title has one film, one trailer and one opening.',
  titleIncomplete: ({ count }) =>
    count === 1
      ? 'One thing is missing before this title can be published. See the list.'
      : `${count} things are missing before this title can be published. See the list.`,
  titleState: ({ state }) =>
    ({
      draft: 'This title was never published.',
      published: 'This title isn’t withdrawn.',
      withdrawn: 'This title has already been withdrawn.',
    })[state],
  formerFileGone: () => 'This file is no longer kept, or is already in use.',
  titleTakenDown: () => 'This title was taken down. Lift the takedown before you publish it.',
  titleNotTakenDown: () => 'This title is not taken down.',
  titlePlanned: () => 'A publication of this title is already scheduled. Cancel it first.',
  pageIncomplete: ({ count }) =>
    count === 1
      ? 'One thing keeps this page from being published. See the list.'
      : `${count} things keep this page from being published. See the list.`,
  pagePlanned: () => 'A publication of this page is already scheduled. Cancel it first.',
  planPast: () => 'Choose a time in the future.',
  personUnknown: () => 'There is no such person.',
  samePerson: () => 'Choose two different people.',
  personRenamed: () => 'Someone has just renamed one of them. Open the person again.',
  bulkEmpty: () => 'Choose at least one title.',
  bulkTooMany: ({ max }) => `Choose at most ${max} titles at a time.`,
  bulkCount: ({ expected, found }) =>
    `The filter now finds ${found} ${found === 1 ? 'title' : 'titles'}, not ${expected}. Check the list again.`,
  bulkRuns: () => 'This change is still running.',
  bulkUndone: () => 'There is nothing left to undo.',
  importUnreadable: () => 'This file can’t be read as titles. Check it first.',
  importNothingToRetry: () => 'There is nothing to try again.',
  accountOwn: () => 'This is your own account. Another operator has to do it.',
  paymentUnknown: ({ orderId }) => `There is no order ${orderId}.`,
  refundState: ({ orderNumber, state }) =>
    `${orderNumber} can’t be refunded. Its state: ${orderStates[state].toLowerCase()}.`,
  refundStep: ({ stepCents }) => `This payment method can refund only multiples of ${formatHkd(stepCents)}.`,
  refundTooMuch: ({ maxCents }) =>
    maxCents === 0
      ? 'Nothing can be refunded: the purchase has been used, a later month must be refunded first, or the money was returned late.'
      : `At most ${formatHkd(maxCents)} can be refunded.`,
  refundWhole: () => 'A gift card can be refunded only in full.',
  refundClaimed: ({ claimedCents }) =>
    `The payer has already claimed ${formatHkd(claimedCents)} of this refund. Settle it as refunded, or wait.`,
  paymentNotInReview: ({ orderId }) => `The order ${orderId} isn’t under review.`,
  paymentInOtherCurrency: () => 'It was paid in another currency, so it can’t be delivered. Refund it.',
  differenceUnknown: ({ reference }) => `There is no payment or refund with the reference ${reference}.`,
  refundNotInDoubt: ({ orderId }) => `The order ${orderId} has no refund in doubt or overdue.`,
  webhookUnknown: () => 'There is no such callback.',
  webhookNotFailed: () => 'This callback hasn’t failed, or its content was deleted. It can’t be retried.',
  webhookUnnamed: () => 'Name one callback or one provider.',
  refundNeedsFinance: ({ leftCents }) =>
    leftCents === 0
      ? 'You have reached your refund limit. Ask finance to make this refund.'
      : `You can refund ${formatHkd(leftCents)} yourself now. Ask finance for more.`,
  planPeriod: () => 'The promotion would end before it starts.',
  planFirstEnds: () => 'A new plan needs a first version without an end date.',
  planPromotionRuns: () => 'Another promotion of this plan runs then. Withdraw it, or choose another period.',
  planVersionUnknown: () => 'There is no such version.',
  planVersionStays: () =>
    'This version is already on sale without an end date, or is over. Publish another version instead.',
  amountTooLarge: () => 'An amount or balance above 1,000,000,000,000 cannot be booked.',
}

const of = ({ file }: IngestErrorParams) => (file ? `“${file}”` : 'This file')
const gb = (bytes = 0) => `${Math.round(bytes / 1e9)} GB`
const size = (bytes = 0) => (bytes < 1e9 ? `${Math.round(bytes / 1e5) / 10} MB` : gb(bytes))
const hours = (seconds = 0) => `${Math.round(seconds / 360) / 10} hours`

const span = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  if (seconds < 90) return `${Math.round(seconds)} s`
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Errors, notes and progress of an ingest, for an operator. */
export const ingest: IngestText = {
  errors: {
    NOT_A_FILE: (p) => `${of(p)} is not a regular file (it may be a folder, pipe or device). Specify a video file.`,
    UNREADABLE: (p) => `Cannot read ${of(p)}. Check that it exists and that you have permission to read it.`,
    EMPTY_FILE: (p) => `${of(p)} is empty.`,
    NOT_A_VIDEO: (p) => `${of(p)} is not a supported video file. Export it as MP4, MOV or MKV.`,
    POINTS_ELSEWHERE: (p) => `${of(p)} is a playlist that refers to other files. Specify the video file itself.`,
    NO_VIDEO: (p) => `${of(p)} has no video stream, only audio or text.`,
    COVER_ONLY: (p) => `${of(p)} has no video stream, only a cover image.`,
    TRUNCATED: (p) => `${of(p)} is incomplete: it ends before its declared length. Copy or upload it again.`,
    DAMAGED: (p) => `The video or audio of ${of(p)} cannot be decoded. The file is damaged: export or copy it again.`,
    BAD_TIMESTAMPS: (p) =>
      `The timestamps of ${of(p)} are broken: they skip ${span(p.found ?? 0)} at once. Repair or export the file again.`,
    TIMES_RETURN: (p) =>
      `The timestamps of ${of(p)} go back by ${span(p.found ?? 0)}: several recordings were joined without adjusting them. Join them with an editor, or ingest them one by one.`,
    TOO_SHORT: (p) => `${of(p)} is too short: no frame could be extracted.`,
    TOO_LONG: (p) => `${of(p)} has a declared length of ${hours(p.found)}. The limit is ${hours(p.limit)}.`,
    TOO_LARGE: (p) => `${of(p)} has a declared size of ${gb(p.found)}. The limit is ${gb(p.limit)}.`,
    TOO_BIG_PICTURE: (p) => `The resolution of ${of(p)} is above 8K, the highest supported.`,
    NO_DECODER: (p) =>
      `${of(p)} uses a format that cannot be decoded${p.detail ? ` (${p.detail})` : ''}. Export it with H.264 or HEVC video and AAC audio.`,
    DOLBY_VISION: (p) =>
      `${of(p)} is Dolby Vision ${p.detail ?? ''}, which has no picture for other screens. Export it as HDR10, HLG or SDR, or as Dolby Vision profile 8.`,
    RESERVED_COLOURS: (p) =>
      `${of(p)} describes its colours by a reserved number, which the encoder refuses. Correct it without encoding: ffmpeg -i <file> -c copy -bsf:v ${p.detail ?? 'h264'}_metadata=matrix_coefficients=1 <new file>`,
    VIDEO_ENDS_EARLY: (p) =>
      `The video of ${of(p)} ends after ${span(p.found ?? 0)}, but the file lasts ${span(p.limit ?? 0)}. Export the whole video again.`,
    BAD_SUBTITLE: (p) => `No subtitles found in ${of(p)}. Supported formats: SubRip (.srt), WebVTT, ASS/SSA and TTML.`,
    BAD_LANGUAGE: (p) =>
      `${p.detail ?? ''} is not a language code for the subtitles ${of(p)}. Use a code such as zh-Hant or en.`,
    POSITION_PAST_END: (p) =>
      `${of(p)} is ${(p.limit ?? 0).toFixed(1)} s long: --skip-show, --skip-to and --ends-at must be within it, not ${p.found} s.`,
    NO_AUDIO: (p) =>
      `${of(p)} has no sound that can be read. Supported formats: AAC, Dolby, FLAC, WAV, MP3 and Opus, also in a video file.`,
    AUDIO_LENGTH: (p) =>
      `${of(p)} lasts ${span(p.found ?? 0)}, the film ${span(p.limit ?? 0)}: it belongs to another film or episode.`,
    LAST_AUDIO: () => 'The title would be silent. Add another audio track before you remove the last one.',
    TRACK_UNKNOWN: (p) => `The title has no track ${p.detail ?? ''}. Open its tracks again.`,
    FILM_REPLACED: () =>
      'The title’s file or tracks have changed since this was started. Open its tracks again and repeat the change.',
    SOURCE_CHANGED: (p) => `${of(p)} changed during the ingest. Start again.`,
    SOURCE_GONE: () =>
      'The file is on a server that has been down for an hour. Start again once it’s back, or upload the file again.',
    TITLE_REFUSED: (p) =>
      `The title for ${of(p)} can no longer be saved as requested${p.detail ? ` (${p.detail})` : ''}. Check it and start again.`,
    DISK_FULL: () => 'Not enough disk space. Free some space and the ingest resumes automatically.',
    TIMEOUT: (p) => `Processing ${of(p)} timed out.`,
    ENCODER_FAILED: (p) => `Cannot encode ${of(p)}${p.detail ? `: ${p.detail}` : '.'}`,
    NO_ENCODER: (p) =>
      `The installed ffmpeg does not support this${p.detail ? ` (missing ${p.detail})` : ''}. Install a full ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH.`,
    UNEXPECTED: (p) =>
      `${of(p)} could not be ingested because of an internal error${p.detail ? ` (${p.detail})` : ''}. The log has the details.`,
    CANCELLED: () => 'Cancelled. No files were kept.',
  },
  notes: {
    SUBTITLE_CHARACTERS: (p) =>
      `The subtitles ${of(p)} have ${p.found === 1 ? 'a character' : `${p.found ?? 0} characters`} that cannot be read, the first in line ${p.line ?? 0}. Correct the file, or save it as UTF-8.`,
    SUBTITLE_CUES: (p) =>
      `The subtitles ${of(p)} have ${p.found === 1 ? 'a cue whose times' : `${p.found ?? 0} cues whose times`} cannot be read or end before they start, the first in line ${p.line ?? 0}. They were left out: correct the file.`,
    SUBTITLE_TWICE: (p) =>
      `The subtitles ${of(p)} were encoded as UTF-8 twice in ${p.found === 1 ? 'a line' : `${p.found ?? 0} lines`}. They are shown as intended.`,
    SUBTITLE_LEFT_OUT: (p) =>
      `A subtitle track of ${of(p)} (${p.detail ?? ''}) has no text that can be read and was left out.`,
    TRACK_LEFT_OUT: (p) => `A track of ${of(p)} (${p.detail ?? ''}) cannot be decoded and was left out.`,
    LANGUAGE_UNKNOWN: (p) =>
      `${p.detail ?? 'A track'} of ${of(p)} has no language. Sound is offered as “Original audio”, subtitles as “Unknown language”.`,
    SOUND_CUT: (p) =>
      `The sound of ${of(p)} lasts ${span(p.found ?? 0)}, the video ${span(p.limit ?? 0)}. The sound ends with the video.`,
    HEADER_SIZE: (p) =>
      `The header of ${of(p)} claims ${size(p.limit)}, but the file is complete with ${size(p.found)}.`,
    HEADER_LENGTH: (p) =>
      `The header of ${of(p)} claims a length of ${span(p.limit ?? 0)}, but the video lasts ${span(p.found ?? 0)}. The real length is used.`,
    OTHER_LENGTH: (p) =>
      `${of(p)} lasts ${span(p.found ?? 0)}, the film ${span(p.limit ?? 0)}. Listen to the end of the film: it may not be in step.`,
    ONE_OF_SOUNDS: (p) => `${of(p)} has several audio tracks. Only ${p.detail ?? 'the first one'} was added.`,
    BASE_LAYER: (p) => `${of(p)} is Dolby Vision ${p.detail ?? ''}. Its HDR10, HLG or SDR base layer is used.`,
  },
  draftFaults: {
    TITLE_NEEDED: (option) => `${option} must not be empty.`,
    TITLE_TOO_LONG: (option) => `${option} must be at most ${TITLE_MAX} characters.`,
    TITLE_CONTROLS: (option) => `${option} must not contain line breaks or control characters.`,
    UNKNOWN_GENRE: (given) => `Unknown genre ${given}. The genres are ${GENRES.join(', ')}.`,
    UNKNOWN_COUNTRY: (given) => `${given} is not a country code. Use two letters, such as HK or TW.`,
    VOD_TYPE_NEEDED: () => 'Specify how the title is sold: --vod free, vip, credit or voucher.',
    CREDITS_NEEDED: () => '--vod credit requires a price: --credits N.',
    KIDS_CLASS_III: () => 'A Category III title cannot be a kids title.',
    BAD_YEAR: () => '--year must be between 1880 and 2200.',
    EPISODE_NEEDED: () => '--series requires --episode N.',
    SEASON_OF_FILM: () => 'A film has no season. Remove --season, or add --episode or --classify drama.',
    POSITIONS_OF_FILM: () => '--skip-show, --skip-to and --ends-at apply to episodes, not to films.',
    SKIP_BACKWARDS: (times) => `--skip-to must not be before --skip-show (${times}).`,
    UNKNOWN_REGION: (given) => `Unknown region ${given}. --region takes ${REGIONS.join(', ')}.`,
    SERIES_UNKNOWN: (id) => `No series ${id}. --series takes the programId printed by its first ingest.`,
    SERIES_IS_FILM: (id) => `${id} is a film, not a series.`,
    LICENCE_OF_EPISODE: () => 'An episode uses the licence of its series. Remove --licence-until.',
    LICENCE_DATE: (date) => `${date} is not a date. --licence-until takes a date such as 2027-01-31.`,
    LICENCE_OVER: (date) => `The licence end date ${date} is in the past.`,
  },
  copying: 'Copying the files to the store …',
  databaseLost: 'The database does not answer. Waiting …',
  steps: {
    probe: 'reading',
    check: 'checking',
    measure: 'measuring loudness',
    encode: 'encoding',
    images: 'extracting images',
    preview: 'creating preview',
    subtitles: 'creating subtitles',
    publish: 'encrypting and publishing',
  },
  progress: ({ percent, speed, secondsLeft }) =>
    [
      `${percent.toFixed(1)}%`,
      ...(speed === null ? [] : [`${speed.toFixed(2)}x`]),
      ...(secondsLeft === null ? [] : [`about ${span(secondsLeft)} left`]),
    ].join('  '),
}
