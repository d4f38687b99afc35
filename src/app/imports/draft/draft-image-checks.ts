import type { ImageCheckView } from '#contract/imports/draft-view.ts'
import { createJob, type Job, type JobControl } from '../../jobs/create-job.ts'
import type { Imports } from '../imports.ts'
import type { CheckedImage } from '#media/images/image-job.ts'
import type { ImageCheck } from '#media/images/image-check.ts'
import { changesPlan, type ImageCheckProgress, uncheckedFiles } from '../pipeline/check-images.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { addChecks, type DraftState, stateKey } from './draft-state.ts'
import type { Draft } from './drafts.ts'

/** Checks the images of drafts in the background, while the user works on them. */
export interface DraftImageChecks {
  /** Checks what nobody has checked yet; called when a draft is opened and after each change. */
  readonly follow: (draft: Draft) => void
  /** Stops until `resume`. @returns when nothing works any more and all results are in the plan */
  stop(draft: Draft): Promise<void>
  resume(draft: Draft): void
  stateOf(draft: Draft): ImageCheckView
  /** Stops for good. Does not wait: the draft may be waiting for this in its own turn. */
  drop(draftId: string): void
  /** Resolves once no check works any more. */
  settled(): Promise<void>
}

type Check = {
  readonly job: Job<Draft, ImageCheckProgress, void>
  /** Files whose content was known when the job went for the others. */
  known: number
  isStopped: boolean
  /** Results that the draft does not have yet. */
  readonly found: Map<string, ImageCheck>
}

/** Planning takes at most a fifth of the time, however many broken images there are. */
const planEveryMs = 1_000
const planShare = 5

export const createDraftImageChecks = (deps: {
  readonly imports: Pick<Imports, 'checkImages'>
  readonly check: (draft: Draft, file: FileEntry, signal: AbortSignal) => Promise<CheckedImage>
  readonly onChecked: (state: ImageCheckView) => void
  /** The plan of a draft has changed. */
  readonly onPlanned: (draftId: string) => void
}): DraftImageChecks => {
  const checks = new Map<string, Check>()
  /** Checks of drafts that are closed; they end by themselves. */
  const dropped = new Set<Promise<void>>()

  const checkFor = (draft: Draft): Check => {
    const known = checks.get(draft.id)
    if (known !== undefined) return known
    const fresh: Check = {
      job: createJob({
        stopped: 'The check was stopped.',
        busy: 'The images are being checked already.',
        run: (_, control) => checkAll(draft, fresh, control),
        onChange: () => report(draft),
      }),
      known: 0,
      isStopped: false,
      found: new Map(),
    }
    checks.set(draft.id, fresh)
    return fresh
  }
  const stateOf = (draft: Draft): ImageCheckView => checkStateOf(draft, checkFor(draft))
  const report = (draft: Draft): void => {
    if (checks.has(draft.id)) deps.onChecked(stateOf(draft))
  }

  /** Brings the results into the draft; plans again where they say something new. */
  const merge = async (draft: Draft, { found }: Check): Promise<void> => {
    if (found.size === 0) return
    const results = new Map(found)
    const plan = draft.state().plan
    await draft.change((state) => addChecks(state, results))
    for (const key of results.keys()) found.delete(key)
    if (draft.state().plan !== plan) deps.onPlanned(draft.id)
  }

  const checkOnce = async (
    draft: Draft,
    check: Check,
    files: readonly FileEntry[],
    { signal, onProgress }: JobControl<ImageCheckProgress>,
  ) => {
    check.known = knownFiles(draft.state()).length
    let nextPlan = 0
    let planning: Promise<void> | undefined
    const planSoon = (): void => {
      const started = performance.now()
      if (planning !== undefined || started < nextPlan) return
      planning = merge(draft, check).finally(() => {
        const now = performance.now()
        nextPlan = now + Math.max(planEveryMs, (now - started) * planShare)
        planning = undefined
      })
      planning.catch(() => undefined)
    }
    let isNew = false
    try {
      await deps.imports.checkImages(files, {
        signal,
        checkFile: (file, stop) => deps.check(draft, file, stop),
        onCheck: (file, result, progress) => {
          check.found.set(stateKey(file), result)
          isNew ||= changesPlan({ ...file, check: result })
          if (isNew) planSoon()
          onProgress(progress)
        },
      })
    } finally {
      await planning
      if (checks.has(draft.id)) await merge(draft, check)
    }
  }

  const checkAll = async (
    draft: Draft,
    check: Check,
    control: JobControl<ImageCheckProgress>,
  ): Promise<void> => {
    for (;;) {
      const files = unknownFiles(draft.state())
      if (files.length === 0 || control.signal.aborted) return
      await checkOnce(draft, check, files, control)
    }
  }

  const follow = (draft: Draft): void => {
    const { job, isStopped } = checkFor(draft)
    if (job.isRunning() || isStopped || job.state().error !== undefined) return
    if (unknownFiles(draft.state()).length === 0) report(draft)
    else void job.start(draft)
  }

  return {
    follow,
    stop: async (draft) => {
      const check = checkFor(draft)
      check.isStopped = true
      await check.job.stop()
      report(draft)
    },
    resume: (draft) => {
      const check = checkFor(draft)
      check.isStopped = false
      if (!check.job.isRunning()) void check.job.start(draft)
    },
    stateOf,
    drop: (draftId) => {
      const check = checks.get(draftId)
      checks.delete(draftId)
      if (check === undefined) return
      const end = check.job.stop().finally(() => dropped.delete(end))
      dropped.add(end)
    },
    settled: async () => {
      await Promise.all([...dropped, ...[...checks.values()].map(({ job }) => job.settled())])
    },
  }
}

const checkedPaths = ({ inputs }: DraftState): ReadonlySet<string> =>
  new Set(inputs.files.flatMap(({ path, check }) => (check === undefined ? [] : [path])))

/** The files that the plan names and whose content the draft does not know. */
const unknownFiles = (state: DraftState): readonly FileEntry[] => {
  const checked = checkedPaths(state)
  return uncheckedFiles(state.plan).filter(({ path }) => !checked.has(path))
}

const knownFiles = (state: DraftState): readonly FileEntry[] => {
  const checked = checkedPaths(state)
  return state.plan.namedFiles.filter(({ path }) => checked.has(path))
}

const checkStateOf = (draft: Draft, check: Check): ImageCheckView => {
  const { job } = check
  const isRunning = job.isRunning()
  const { progress, error = null } = job.state()
  const draftId = draft.id
  if (isRunning && progress !== undefined)
    return {
      draftId,
      state: 'running',
      checked: check.known + progress.checked,
      total: check.known + progress.total,
      secondsLeft: progress.secondsLeft,
      error,
    }
  const state = draft.state()
  const checked = knownFiles(state).length
  const total = checked + unknownFiles(state).length
  const stopped = checked < total ? 'stopped' : 'done'
  return {
    draftId,
    state: isRunning ? 'running' : stopped,
    checked,
    total,
    secondsLeft: null,
    error,
  }
}
