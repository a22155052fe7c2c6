/** Generated from the description document of the service (`generate.ts`); a test keeps it equal. Do not edit. */

export type Article = {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly abstract: string | null
  /** The cleaned full text. */
  readonly contentClean: string
  readonly language: string
  readonly jurisdiction: readonly ('FR' | 'EU' | 'LU' | 'MC' | 'AD')[]
  readonly legalDomain: readonly string[]
  readonly contentType:
    | 'jurisprudence'
    | 'legislation'
    | 'doctrine'
    | 'regulation'
    | 'convention_collective'
    | 'soft_law'
    | 'custom'
  readonly doctrineSubtype:
    | 'article'
    | 'case_note'
    | 'case_commentary'
    | 'chronicle'
    | 'practice_note'
    | 'treatise'
    | 'textbook'
    | 'encyclopedia_entry'
    | 'thesis'
    | 'report'
    | 'advocate_general_opinion'
    | 'rapporteur_opinion'
    | 'conference_paper'
    | 'book_review'
    | 'editorial'
    | 'essay_collection'
    | 'legislative_commentary'
    | null
  readonly publishedAt: string | null
  readonly updatedAt: string
  readonly version: string
  /** SHA-256 of the canonical JSON (RFC 8785) of the hashed members. */
  readonly sha256Hash: string
  /** Which members are hashed. */
  readonly hashProfile: 'article/1'
  /** Percentage of verified claims; null until assessed. */
  readonly groundednessScore: number | null
  readonly groundedness: {
    readonly supported: number
    readonly partial: number
    readonly contradicted: number
    readonly notSupported: number
    readonly unverifiable: number
    readonly checkable: number
    readonly method: string
    readonly assessedAt: string
    readonly assessedHash: string
  } | null
  /** Some integrity flag is a warning or worse. */
  readonly hasIntegrityWarning: boolean
  readonly integrityFlags: readonly {
    readonly code:
      | 'hash_mismatch'
      | 'version_hash_regression'
      | 'source_text_not_found'
      | 'quote_altered'
      | 'quote_not_found'
      | 'citation_unresolved'
      | 'citation_ambiguous'
      | 'cited_authority_red'
      | 'cited_authority_orange'
      | 'stale_law'
      | 'source_changed'
      | 'source_withdrawn'
      | 'claim_contradicted'
      | 'low_groundedness'
      | 'groundedness_stale'
      | 'anonymisation_pending'
      | 'encoding_suspect'
      | 'machine_translated'
      | 'machine_summary'
    readonly severity: 'info' | 'warning' | 'critical'
    readonly message: string
    readonly headnoteSequence: number | null
    readonly span: {
      readonly codePoint: {
        readonly start: number
        readonly end: number
      }
      readonly utf16: {
        readonly start: number
        readonly end: number
      }
    } | null
    readonly detectedAt: string
    readonly detector: string
    readonly evidence: Readonly<Record<string, unknown>>
  }[]
  readonly statusFlag: 'red' | 'orange' | 'yellow' | 'green' | 'gray'
  readonly statusDerivation: {
    readonly flag: 'red' | 'orange' | 'yellow' | 'green' | 'gray'
    readonly rule: string
    readonly because: readonly string[]
    readonly asOf: string | null
    readonly assessedThrough: string | null
  }
  readonly headnotes: readonly Headnote[]
  readonly concepts: readonly {
    readonly id: string
    readonly vocabulary: 'eurovoc' | 'lkif' | 'custom'
    readonly externalId: string
    readonly prefLabel: Readonly<Record<string, string>>
    readonly altLabel: Readonly<Record<string, readonly string[]>>
    readonly definition: Readonly<Record<string, string>>
    readonly broader: readonly string[]
    readonly narrower: readonly string[]
    readonly related: readonly string[]
    readonly exactMatch: readonly string[]
    readonly status: 'current' | 'deprecated'
    readonly replacedBy: string | null
    readonly relevance: number | null
    readonly assignedBy: 'editor' | 'publisher' | 'machine'
  }[]
  readonly judicialDecision: JudicialDecisionOfArticle | null
  readonly validity: {
    readonly validFrom: string | null
    readonly validTo: string | null
  }
  readonly provision: {
    readonly work: string
    readonly number: string | null
    readonly section: readonly string[] | null
    readonly anchor: string | null
  } | null
  readonly source: {
    readonly id: string
    readonly version: string | null
    readonly url: string | null
  }
  /** Of the text itself; what this service adds is CC BY 4.0. */
  readonly licence: string
}

export type Coverage = {
  /** Up to which event it was counted. */
  readonly corpusPosition: string
  /** By jurisdiction, court and content type. */
  readonly groups: readonly CoverageGroup[]
}

export type CoverageGap = {
  readonly period: {
    readonly from: string | null
    readonly to: string | null
  }
  readonly reason: string
  /** Texts; null: nobody knows. */
  readonly estimatedMissing: number | null
}

export type CoverageGroup = {
  /** A text of several jurisdictions counts in each of them; null: it names none. */
  readonly jurisdiction: 'FR' | 'EU' | 'LU' | 'MC' | 'AD' | null
  /** Code of the court of a decision, else null. */
  readonly court: string | null
  readonly contentType:
    | 'jurisprudence'
    | 'legislation'
    | 'doctrine'
    | 'regulation'
    | 'convention_collective'
    | 'soft_law'
    | 'custom'
  /** Earliest day of a text: of the decision, else of its publication, else its first day in force. */
  readonly from: string | null
  /** Latest such day. */
  readonly to: string | null
  readonly documents: number
  /** Texts that a search finds by meaning, too. */
  readonly vectorised: number
  /** Texts with a status other than gray. */
  readonly citatorAssessed: number
  /** When a text of the group was last changed here or fetched from its source. */
  readonly lastConfirmedAt: string
  /** Empty where none is known, which is not a promise. */
  readonly knownGaps: readonly CoverageGap[]
}

export type ErrorBody = {
  readonly error:
    | 'validation_failed'
    | 'unauthorized'
    | 'insufficient_scope'
    | 'not_found'
    | 'rate_limit'
    | 'idempotency_conflict'
    | 'request_in_progress'
    | 'internal_error'
  readonly message: string
  readonly detail?: string
  readonly reason?: string
  readonly details?: readonly {
    readonly path: string
    readonly code: string
    readonly message: string
    readonly allowed?: readonly string[]
    readonly closest?: string
  }[]
}

export type Headnote = {
  readonly headnoteId: string
  readonly sequence: number
  readonly summary: string
  readonly sourceText: string | null
  readonly legalRuleType: 'ratio' | 'obiter' | 'distinction' | null
  readonly statusFlag: 'red' | 'orange' | 'yellow' | 'green' | 'gray'
}

export type HeadnoteHit = {
  readonly type: 'headnote'
  readonly headnoteId: string
  readonly articleSlug: string
  readonly articleTitle: string
  readonly sequence: number
  readonly summary: string
  /** HTML-safe: text is escaped, matched terms stand in `<mark>`. */
  readonly snippet: string
  readonly legalRuleType: string | null
  /** Reciprocal Rank Fusion: the sum of 1 / (60 + rank). */
  readonly score: number
  readonly slug: string
  readonly title: string
  readonly abstract: string | null
  readonly jurisdiction: readonly string[]
  readonly contentType:
    | 'jurisprudence'
    | 'legislation'
    | 'doctrine'
    | 'regulation'
    | 'convention_collective'
    | 'soft_law'
    | 'custom'
  readonly publishedAt: string | null
  readonly version: string
  readonly sha256Hash: string
  readonly statusFlag: 'red' | 'orange' | 'yellow' | 'green' | 'gray'
}

export type JudicialDecisionOfArticle = {
  readonly ecli: string | null
  readonly identifiers: readonly {
    readonly scheme: string
    readonly value: string
  }[]
  readonly jurisdiction: 'FR' | 'EU' | 'LU' | 'MC' | 'AD' | null
  readonly courtCode: string | null
  readonly courtLevel:
    | 'constitutional'
    | 'supreme'
    | 'appeal'
    | 'first_instance'
    | 'specialised'
    | 'supranational'
    | 'authority'
    | null
  readonly courtName: Readonly<Record<string, string>> | null
  readonly seat: string | null
  readonly chamber:
    | 'pl'
    | 'mi'
    | 'civ1'
    | 'civ2'
    | 'civ3'
    | 'comm'
    | 'soc'
    | 'cr'
    | 'creun'
    | 'ordo'
    | null
  readonly formation: 'fp' | 'fm' | 'fs' | 'f' | 'frh' | 'frr' | null
  readonly type: string | null
  readonly decisionDate: string | null
  readonly publishedDate: string | null
  readonly solution:
    | 'cassation'
    | 'rejet'
    | 'annulation'
    | 'avis'
    | 'decheance'
    | 'designation'
    | 'irrecevabilite'
    | 'nonlieu'
    | 'qpc'
    | 'qpcother'
    | 'rabat'
    | 'reglement'
    | 'renvoi'
    | 'other'
    | 'cassation_partielle'
    | 'confirmation'
    | 'infirmation'
    | 'infirmation_partielle'
    | 'reformation'
    | 'conformite'
    | 'non_conformite'
    | 'desistement'
    | 'satisfaction_totale'
    | 'satisfaction_partielle'
    | 'annulled'
    | 'dismissed'
    | 'preliminary_ruling'
    | 'failure_established'
    | 'violation'
    | 'no_violation'
    | null
  readonly solutionLabel: Readonly<Record<string, string>> | null
  readonly publication: readonly ('b' | 'r' | 'l' | 'c' | 'n' | 'A' | 'B' | 'C' | 'R')[]
  readonly significance: 'major' | 'important' | 'limited' | 'undetermined'
  readonly zones: readonly {
    readonly name: 'introduction' | 'facts' | 'pleas' | 'reasons' | 'operative' | 'annexes'
    readonly start: number
    readonly end: number
  }[]
  readonly visa: readonly {
    readonly text: string
    readonly eli: string | null
    readonly slug: string | null
    readonly asOf: string | null
  }[]
  readonly themes: readonly (readonly string[])[]
  readonly procedure: {
    readonly completeness: 'complete' | 'partial' | 'unknown'
    readonly chronology: readonly {
      readonly relation:
        | 'appeal_of'
        | 'cassation_of'
        | 'remand_of'
        | 'preliminary_ruling_of'
        | 'constitutional_question_of'
        | 'joined_with'
        | 'rectifies'
        | 'reopens'
      readonly target: {
        readonly ecli: string | null
        readonly docket: string | null
        readonly slug: string | null
        readonly date: string | null
      }
      readonly certainty: 'official' | 'extracted' | 'probable'
      readonly evidence: string | null
    }[]
    readonly fate: {
      readonly status:
        | 'final'
        | 'appealed'
        | 'quashed'
        | 'quashed_in_part'
        | 'reversed'
        | 'affirmed'
        | 'unknown'
      readonly by: {
        readonly ecli: string | null
        readonly docket: string | null
        readonly slug: string | null
        readonly date: string | null
      } | null
      readonly asOf: string | null
    }
  }
  readonly anonymisation: {
    readonly status: 'official' | 'reviewed' | 'pending'
    readonly reviewedAt: string | null
  }
  readonly sourceUrl: string | null
  readonly retrievedAt: string | null
  readonly licence: string | null
  readonly id: string
}

export type McpRequest = {
  readonly jsonrpc: '2.0'
  /** `initialize`, `ping`, `tools/list`, `tools/call`; `server/discover` in 2026-07-28. */
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly id?: string | number
}

export type McpResponse = {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: unknown
  }
}

export type RagCitation = {
  readonly id: string
  readonly type: 'article' | 'headnote'
  readonly slug: string
  readonly title: string
  readonly version: string
  readonly sha256Hash: string
  readonly headnoteId: string | null
  /** `contentClean[start:end]` of the version whose hash is named. */
  readonly quote: string
  readonly quoteSpan: {
    readonly codePoint: {
      readonly start: number
      readonly end: number
    }
    readonly utf16: {
      readonly start: number
      readonly end: number
    }
  }
  readonly statusFlag: 'red' | 'orange' | 'yellow' | 'green' | 'gray'
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly sourceUrl: string | null
  readonly licence: string
}

export type RagClaim = {
  readonly id: string
  readonly text: string
  /** Where the sentence stands in `answer`. */
  readonly span: {
    readonly codePoint: {
      readonly start: number
      readonly end: number
    }
    readonly utf16: {
      readonly start: number
      readonly end: number
    }
  }
  readonly checkWorthy: boolean
  readonly verdict:
    | 'contradicted'
    | 'not_supported'
    | 'partially_supported'
    | 'supported'
    | 'unverifiable'
  readonly citationIds: readonly string[]
}

export type RagRequest = {
  readonly question: string
  readonly filters?: SearchFilters
  /** Day on which the law is asked for; default today. */
  readonly asOf?: string
  /** BCP 47; default the language of the question. */
  readonly language?: string
  readonly maxSources?: number
  /** Below it there is no answer. */
  readonly minGroundedness?: number
  /** `extractive`: sentences chosen by rules; `generative`: a model chooses, orders and joins them. In both every sentence is a verbatim quote or the summary of a headnote. Default: `generative` where the service has a model, and what it writes can be verified; else `extractive`. */
  readonly mode?: 'extractive' | 'generative'
  readonly enableVector?: boolean
}

export type RagResponse = {
  /** Sentences with their citations as `[1]`; null: none. */
  readonly answer: string | null
  readonly abstained: boolean
  readonly abstainReason:
    | 'no_source'
    | 'below_groundedness'
    | 'conflicting_sources'
    | 'out_of_coverage'
    | 'asof_not_covered'
    | null
  /** Share of the checkable sentences that were borne out, before the others were dropped. */
  readonly groundednessScore: number | null
  /** Every sentence of the answer; all are borne out. */
  readonly claims: readonly RagClaim[]
  readonly citations: readonly RagCitation[]
  readonly warnings: readonly {
    readonly code: string
    readonly severity: 'info' | 'warning' | 'critical'
    readonly citationId: string | null
    readonly message: string
  }[]
  readonly retrieval: {
    readonly considered: number
    readonly used: number
    readonly lexicalHits: number
    /** Hits that were found by meaning alone. */
    readonly vectorHits: number
    readonly k: number
  }
  /** What is held, where there is no answer; else null. */
  readonly coverage: unknown
  readonly corpus: {
    readonly position: string
    readonly asOf: string
    /** When the generation of the read models was begun. */
    readonly builtAt: string | null
    /** Of the read models: `g1` is the first. */
    readonly generation: string | null
  }
  /** What chose the sentences; `version` is that of the rules that bind them. */
  readonly model: {
    readonly name: string
    readonly version: string
    readonly deterministic: boolean
  }
  readonly latencyMs: number
}

export type SearchFilters = {
  readonly jurisdictions?: readonly ('FR' | 'EU' | 'LU' | 'MC' | 'AD')[]
  /** Concepts of a controlled vocabulary. */
  readonly conceptIds?: readonly string[]
  /** Level of the court, e.g. `supreme`. */
  readonly courtLevels?: readonly string[]
  /** Citator status of the hit itself; `gray`: not assessed. */
  readonly statusFlags?: readonly ('red' | 'orange' | 'yellow' | 'green' | 'gray')[]
  readonly legalRuleTypes?: readonly string[]
  readonly doctrineSubtypes?: readonly string[]
  readonly legalDomains?: readonly string[]
  /** What later texts did to it, e.g. `followed`. */
  readonly treatmentTypes?: readonly string[]
  /** First day, inclusive; texts without a date are out. */
  readonly dateFrom?: string
  /** Last day, inclusive. */
  readonly dateTo?: string
  /** The wording in force on that day; without it only the current wording is found. */
  readonly asOf?: string
}

export type SearchHit = {
  readonly type: 'article'
  /** Reciprocal Rank Fusion: the sum of 1 / (60 + rank). */
  readonly score: number
  readonly slug: string
  readonly title: string
  readonly abstract: string | null
  readonly jurisdiction: readonly string[]
  readonly contentType:
    | 'jurisprudence'
    | 'legislation'
    | 'doctrine'
    | 'regulation'
    | 'convention_collective'
    | 'soft_law'
    | 'custom'
  readonly publishedAt: string | null
  readonly version: string
  readonly sha256Hash: string
  readonly statusFlag: 'red' | 'orange' | 'yellow' | 'green' | 'gray'
}

export type SearchRequest = {
  /** Words, a question or a citation; empty: a browse by filters, newest first. */
  readonly text?: string
  readonly filters?: SearchFilters
  readonly limit?: number
  readonly offset?: number
  /** Headnotes among the hits. */
  readonly includeHeadnotes?: boolean
  /** The semantic ranking beside the lexical one. */
  readonly enableVector?: boolean
}

export type SearchResponse = {
  readonly hits: readonly (SearchHit | HeadnoteHit)[]
  /** Exact, and the same on every page. */
  readonly total: number
  readonly offset: number
  readonly limit: number
  readonly embeddingCostUsd: number
  readonly latencyMs: number
  /** Filter values that no text carries. */
  readonly warnings: readonly {
    readonly path: string
    readonly value: string
    readonly closest: string | null
  }[]
  /** Present where a ranking failed and the other answered alone. */
  readonly degraded?: readonly 'vector'[]
}

export type Usage = {
  readonly month: string
  readonly key: {
    readonly calls: number
    /** Micro-dollars: 1 USD is 1,000,000. */
    readonly microUsd: number
    /** The same in USD, a plain decimal. */
    readonly costUsd: string
    /** By day and operation, ascending. */
    readonly days: readonly UsageOfDay[]
    readonly id: string
    /** Monthly spending cap; null: none. */
    readonly capUsd: string | null
    readonly capMode: 'soft' | 'hard'
  }
  readonly account: {
    readonly calls: number
    /** Micro-dollars: 1 USD is 1,000,000. */
    readonly microUsd: number
    /** The same in USD, a plain decimal. */
    readonly costUsd: string
    /** By day and operation, ascending. */
    readonly days: readonly UsageOfDay[]
    readonly id: string
  }
}

export type UsageOfDay = {
  readonly day: string
  readonly operation: 'search' | 'article' | 'rag' | 'verify' | 'mcp'
  readonly calls: number
  /** Micro-dollars: 1 USD is 1,000,000. */
  readonly microUsd: number
  /** The same in USD, a plain decimal. */
  readonly costUsd: string
}

export type VerifiedCitation = {
  readonly text: string
  readonly span: {
    readonly codePoint: {
      readonly start: number
      readonly end: number
    }
    readonly utf16: {
      readonly start: number
      readonly end: number
    }
  }
  /** 200 resolved, 300 ambiguous, 400 malformed, 404 not found, 429 past the citations of one request. */
  readonly status: 200 | 300 | 400 | 404 | 429
  readonly code: string
  readonly normalized: readonly string[]
  readonly candidates: readonly {
    readonly slug: string
    readonly statusFlag: 'red' | 'orange' | 'yellow' | 'green' | 'gray'
    readonly ecli: string | null
    readonly replacedBy: {
      readonly slug: string
    } | null
  }[]
}

export type VerifiedClaim = {
  readonly id: string
  readonly text: string
  readonly span: {
    readonly codePoint: {
      readonly start: number
      readonly end: number
    }
    readonly utf16: {
      readonly start: number
      readonly end: number
    }
  }
  readonly checkWorthy: boolean
  readonly verdict:
    | 'contradicted'
    | 'not_supported'
    | 'partially_supported'
    | 'supported'
    | 'unverifiable'
  readonly score: number
  readonly currency: 'current' | 'superseded' | 'repealed' | 'not_yet_in_force' | 'unknown'
  readonly evidence: readonly {
    readonly slug: string
    readonly title: string
    readonly version: string
    readonly sha256Hash: string
    /** `contentClean[start:end]` of the version whose hash is named. */
    readonly quote: string
    readonly quoteSpan: {
      readonly codePoint: {
        readonly start: number
        readonly end: number
      }
      readonly utf16: {
        readonly start: number
        readonly end: number
      }
    }
    /** The headnote that says it, if one does. */
    readonly headnoteSequence: number | null
    readonly stance: 'supports' | 'contradicts'
    readonly statusFlag: 'red' | 'orange' | 'yellow' | 'green' | 'gray'
    readonly validFrom: string | null
    readonly validTo: string | null
  }[]
  /** The words of the source, where it says otherwise. */
  readonly correction: string | null
  readonly conflicts: readonly {
    readonly kind: string
    readonly said: string
    readonly source: string | null
  }[]
  /** What a model thinks; it decides nothing. */
  readonly suggested: readonly {
    readonly verdict:
      | 'contradicted'
      | 'not_supported'
      | 'partially_supported'
      | 'supported'
      | 'unverifiable'
    readonly by: string
    readonly confidence: number
    readonly suggested: true
  }[]
}

export type VerifiedQuote = {
  readonly text: string
  readonly span: {
    readonly codePoint: {
      readonly start: number
      readonly end: number
    }
    readonly utf16: {
      readonly start: number
      readonly end: number
    }
  }
  readonly class:
    | 'exact'
    | 'normalized'
    | 'altered'
    | 'misattributed'
    | 'frankenquote'
    | 'not_found'
  readonly bestMatch: {
    readonly slug: string
    readonly version: string
    readonly sha256Hash: string
    readonly quoteSpan: {
      readonly codePoint: {
        readonly start: number
        readonly end: number
      }
      readonly utf16: {
        readonly start: number
        readonly end: number
      }
    }
    /** Characters that differ. */
    readonly distance: number
    /** `-`: in the source only; `+`: in the quotation only. */
    readonly diff: readonly (readonly ['-' | '+', string])[]
    /** What the difference touches, e.g. `a negation`. */
    readonly touches: readonly string[]
  } | null
}

export type VerifyRequest = {
  /** One claim. Exactly one of `claim` and `text`. */
  readonly claim?: string
  /** A whole document, verified sentence by sentence. */
  readonly text?: string
  /** Texts to verify against; none: the corpus is searched. */
  readonly sources?: readonly {
    readonly slug: string
    readonly version?: string
    readonly sha256Hash?: string
  }[]
  /** Day on which the law is asked for; default today. */
  readonly asOf?: string
  readonly checks?: readonly ('claim' | 'quote' | 'citation' | 'status')[]
  /** Score from which a claim is called supported. */
  readonly threshold?: number
}

export type VerifyResponse = {
  /** The worst of the claims. */
  readonly verdict:
    | 'contradicted'
    | 'not_supported'
    | 'partially_supported'
    | 'supported'
    | 'unverifiable'
  readonly groundednessScore: number | null
  readonly claims: readonly VerifiedClaim[]
  readonly quotes: readonly VerifiedQuote[]
  readonly citations: readonly VerifiedCitation[]
  readonly integrity: readonly {
    readonly code:
      | 'hash_mismatch'
      | 'version_hash_regression'
      | 'source_text_not_found'
      | 'quote_altered'
      | 'quote_not_found'
      | 'citation_unresolved'
      | 'citation_ambiguous'
      | 'cited_authority_red'
      | 'cited_authority_orange'
      | 'stale_law'
      | 'source_changed'
      | 'source_withdrawn'
      | 'claim_contradicted'
      | 'low_groundedness'
      | 'groundedness_stale'
      | 'anonymisation_pending'
      | 'encoding_suspect'
      | 'machine_translated'
      | 'machine_summary'
    readonly severity: 'info' | 'warning' | 'critical'
    readonly message: string
    readonly headnoteSequence: number | null
    readonly span: {
      readonly codePoint: {
        readonly start: number
        readonly end: number
      }
      readonly utf16: {
        readonly start: number
        readonly end: number
      }
    } | null
    readonly detectedAt: string
    readonly detector: string
    readonly evidence: Readonly<Record<string, unknown>>
  }[]
  /** What is held, where something was not found or could not be verified; else null. */
  readonly coverage: unknown
  readonly method: string
  readonly corpus: {
    readonly position: string
    readonly asOf: string
    readonly builtAt: string | null
    readonly generation: string | null
  }
  readonly latencyMs: number
}

export type Operations = {
  /** Read one article */
  getArticle: {
    readonly input: {
      readonly path: {
        readonly slug: string
      }
      readonly headers?: {
        readonly 'Idempotency-Key'?: string
        readonly 'If-None-Match'?: string
        readonly 'If-Modified-Since'?: string
      }
    }
    readonly result: Article
  }
  /** What is held */
  getCoverage: {
    readonly input: Readonly<Record<string, never>>
    readonly result: Coverage
  }
  /** What a month cost */
  getUsage: {
    readonly input: {
      readonly query?: {
        readonly month?: string
      }
    }
    readonly result: Usage
  }
  /** MCP endpoint */
  mcpServer: {
    readonly input: {
      readonly body: McpRequest
    }
    readonly result: McpResponse | null
  }
  /** Ask a question of law */
  ragQuery: {
    readonly input: {
      readonly headers?: {
        readonly 'Idempotency-Key'?: string
      }
      readonly body: RagRequest
    }
    readonly result: RagResponse
  }
  /** Search articles and headnotes */
  searchUnified: {
    readonly input: {
      readonly headers?: {
        readonly 'Idempotency-Key'?: string
      }
      readonly body: SearchRequest
    }
    readonly result: SearchResponse
  }
  /** Verify a claim or a document */
  verifyClaim: {
    readonly input: {
      readonly headers?: {
        readonly 'Idempotency-Key'?: string
      }
      readonly body: VerifyRequest
    }
    readonly result: VerifyResponse
  }
}

export const OPERATIONS = {
  getArticle: { method: 'GET', path: '/articles/{slug}' },
  getCoverage: { method: 'GET', path: '/coverage' },
  getUsage: { method: 'GET', path: '/usage' },
  mcpServer: { method: 'POST', path: '/mcp' },
  ragQuery: { method: 'POST', path: '/rag' },
  searchUnified: { method: 'POST', path: '/search' },
  verifyClaim: { method: 'POST', path: '/verify' },
} as const
