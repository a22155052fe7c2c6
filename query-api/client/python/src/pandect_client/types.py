# Written from the description document of the service by query-api/client/python-source.ts.
# Do not change it by hand: vitest run query-api/client -u writes it again.

"""Shapes of requests and answers."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

__all__ = [
    "Article",
    "ArticleConceptsItem",
    "ArticleGroundedness",
    "ArticleHead",
    "ArticleHeadValidity",
    "ArticleIntegrityFlagsItem",
    "ArticleIntegrityFlagsItemCode",
    "ArticleIntegrityFlagsItemSpan",
    "ArticleIntegrityFlagsItemSpanCodePoint",
    "ArticleIntegrityFlagsItemSpanUtf16",
    "ArticleOfFields",
    "ArticleOfFieldsConceptsItem",
    "ArticleOfFieldsGroundedness",
    "ArticleOfFieldsIntegrityFlagsItem",
    "ArticleOfFieldsIntegrityFlagsItemSpan",
    "ArticleOfFieldsIntegrityFlagsItemSpanCodePoint",
    "ArticleOfFieldsIntegrityFlagsItemSpanUtf16",
    "ArticleOfFieldsProvision",
    "ArticleOfFieldsSource",
    "ArticleOfFieldsStatusDerivation",
    "ArticleOfFieldsValidity",
    "ArticleProvision",
    "ArticleSource",
    "ArticleStatusDerivation",
    "ArticleValidity",
    "ArticleVersion",
    "ArticleVersionInForceItem",
    "Authorities",
    "AuthoritiesAuthoritiesItem",
    "AuthoritiesWarningsItem",
    "Chamber",
    "Change",
    "ChangeConcept",
    "ChangeHeadnote",
    "ChangeHeadnoteDerivation",
    "ChangeType",
    "ChangeType2",
    "ChangeTypeInput",
    "ChangesResponse",
    "CheckedCitation",
    "CheckedReceipt",
    "CitationOutcome",
    "CitationOutcomeFlagsItem",
    "CitationOutcomeFlagsItemDerivation",
    "CitationState",
    "CitationState2",
    "CitedStyles",
    "CitedStylesStyles",
    "CitedText",
    "CitedTextInput",
    "Clas",
    "Code",
    "Codes",
    "Concept",
    "Concepts",
    "ConceptsConceptsItem",
    "ContentType",
    "Court",
    "CourtLevel",
    "CourtYear",
    "CourtYears",
    "CourtYearsYearsItem",
    "Courts",
    "Coverage",
    "CoverageGap",
    "CoverageGapPeriod",
    "CoverageGroup",
    "CoverageSummary",
    "CoverageSummaryJurisdictionsItem",
    "CslItem",
    "CslItemAuthorItem",
    "CslItemIssued",
    "DecisionHead",
    "DeletedReceipt",
    "DeletedReceipts",
    "DeletedSavedSearch",
    "DeletedWatch",
    "DeletedWatches",
    "DeletedWebhook",
    "DoctrineSubtype",
    "Error",
    "ErrorCandidatesItem",
    "ErrorDetailsItem",
    "ErrorError",
    "Explanation",
    "ExplanationContributionsItem",
    "ExplanationLexical",
    "ExplanationLexicalTermsItem",
    "ExportEnd",
    "ExportLine",
    "ExportManifest",
    "ExportQuery",
    "ExportedText",
    "ExportedTextConceptsItem",
    "ExportedTextGroundedness",
    "ExportedTextHeadnotesItem",
    "ExportedTextIntegrityFlagsItem",
    "ExportedTextIntegrityFlagsItemSpan",
    "ExportedTextIntegrityFlagsItemSpanCodePoint",
    "ExportedTextIntegrityFlagsItemSpanUtf16",
    "ExportedTextProvision",
    "ExportedTextSource",
    "ExportedTextValidity",
    "Facet",
    "FacetValuesItem",
    "Fault",
    "Field",
    "Formation",
    "GetArticleFieldsItem",
    "GetRelationsKindItem",
    "Headnote",
    "HeadnoteChange",
    "HeadnoteHit",
    "HeadnoteHitOfFields",
    "HeadnoteHitOfFieldsValidity",
    "HeadnoteHitValidity",
    "HeldInterval",
    "JudicialDecisionOfArticle",
    "JudicialDecisionOfArticleAnonymisation",
    "JudicialDecisionOfArticleIdentifiersItem",
    "JudicialDecisionOfArticleProcedure",
    "JudicialDecisionOfArticleProcedureChronologyItem",
    "JudicialDecisionOfArticleProcedureChronologyItemTarget",
    "JudicialDecisionOfArticleProcedureFate",
    "JudicialDecisionOfArticleProcedureFateBy",
    "JudicialDecisionOfArticleVisaItem",
    "JudicialDecisionOfArticleZonesItem",
    "KeptCitation",
    "KeptReceipt",
    "KeptReceiptList",
    "Kind",
    "LegalDomain",
    "LookUpResponse",
    "McpRequest",
    "McpResponse",
    "McpResponseError",
    "MemberChange",
    "Name",
    "NewSavedSearch",
    "NewWebhookEndpoint",
    "Persons",
    "PersonsPersonsItem",
    "PersonsPersonsItemDecisionsItem",
    "ProvisionHead",
    "ProvisionHeadValidity",
    "Publication",
    "QueryExplanation",
    "QueryExplanationCorrectionsItem",
    "QueryExplanationFilters",
    "QueryExplanationTermsItem",
    "QueuedWebhookMessage",
    "RagCitation",
    "RagCitationQuoteSpan",
    "RagCitationQuoteSpanCodePoint",
    "RagCitationQuoteSpanUtf16",
    "RagClaim",
    "RagClaimSpan",
    "RagClaimSpanCodePoint",
    "RagClaimSpanUtf16",
    "RagRequest",
    "RagResponse",
    "RagResponseCorpus",
    "RagResponseModel",
    "RagResponseRetrieval",
    "RagResponseWarningsItem",
    "Recall",
    "RecallCitationsItem",
    "RecallHeadnote",
    "RecallHeadnoteDerivation",
    "RecallList",
    "RecallState",
    "RecallState2",
    "Receipt",
    "ReceiptCheckRequest",
    "ReceiptCheckResponse",
    "ReceiptCites",
    "ReceiptKeeping",
    "ReceiptKeepingChange",
    "ReceiptOutcome",
    "RegisteredWebhook",
    "Relation",
    "RemovedText",
    "ResolveRequest",
    "ResolveResponse",
    "ResolvedCitation",
    "ResolvedCitationCode",
    "ResolvedCitationSpan",
    "ResolvedCitationSpanCodePoint",
    "ResolvedCitationSpanUtf16",
    "ResolvedTarget",
    "ResolvedTargetCoverage",
    "ResolvedText",
    "ResolvedTextValidity",
    "ResolvedTextWording",
    "RotateWebhookSecret",
    "RotatedWebhookSecret",
    "SavedFilters",
    "SavedFiltersCourtsItem",
    "SavedQuery",
    "SavedSearch",
    "SavedSearchChange",
    "SavedSearchList",
    "ScanQuery",
    "ScanResponse",
    "ScannedText",
    "ScannedTextValidity",
    "SearchFilters",
    "SearchHit",
    "SearchHitOfFields",
    "SearchHitOfFieldsSnippetSpan",
    "SearchHitOfFieldsValidity",
    "SearchHitSnippetSpan",
    "SearchHitValidity",
    "SearchNews",
    "SearchNewsList",
    "SearchRequest",
    "SearchRequestFacetsItem",
    "SearchResponse",
    "SearchResponseOfFields",
    "SearchResponseOfFieldsWarningsItem",
    "SearchResponseWarningsItem",
    "Section",
    "Semantic",
    "ShownQuery",
    "ShownReceipt",
    "SimilarTexts",
    "SimilarTextsSimilarItem",
    "Solution",
    "Stage",
    "Statu",
    "Style",
    "SuggestResponse",
    "Suggestion",
    "Term",
    "TermDefinitionsItem",
    "TermPassagesItem",
    "TermPassagesItemQuoteSpan",
    "TermPassagesItemQuoteSpanCodePoint",
    "TermPassagesItemQuoteSpanUtf16",
    "TextChange",
    "TextChangeFrom",
    "TextChangeFromSpan",
    "TextChangeFromSpanCodePoint",
    "TextChangeFromSpanUtf16",
    "TextChangeTo",
    "TextChangeToSpan",
    "TextChangeToSpanCodePoint",
    "TextChangeToSpanUtf16",
    "TextChronology",
    "TextChronologyEventsItem",
    "TextChronologyProcedure",
    "TextChronologyProcedureChronologyItem",
    "TextChronologyProcedureChronologyItemTarget",
    "TextChronologyProcedureFate",
    "TextChronologyProcedureFateBy",
    "TextChronologyProcedureFateStatus",
    "TextChronologyStatesItem",
    "TextChronologyStatesItemValidity",
    "TextCitation",
    "TextCitationCode",
    "TextCitationCoverage",
    "TextCitationSpan",
    "TextCitationSpanCodePoint",
    "TextCitationSpanUtf16",
    "TextCitations",
    "TextRelations",
    "TextRelationsCitedItem",
    "TextRelationsCitedItemSpan",
    "TextRelationsCitingItem",
    "TextRelationsCitingItemSpan",
    "TextRelationsCommentedDecisionsItem",
    "TextRelationsSimilarItem",
    "TextRelationsTreatments",
    "TextRelationsTreatmentsDerivation",
    "TextRelationsTreatmentsGivenItem",
    "TextRelationsTreatmentsGivenItemSource",
    "TextRelationsTreatmentsPointsItem",
    "TextRelationsTreatmentsPointsItemDerivation",
    "TextRelationsTreatmentsPointsItemReliesOnItem",
    "TextRelationsTreatmentsReceivedItem",
    "TextRelationsTreatmentsReceivedItemSource",
    "TextRelationsVersionsItem",
    "TextRelationsVersionsItemInForceItem",
    "TextRelationsVersionsItemValidity",
    "TreatmentType",
    "Type",
    "Usage",
    "UsageAccount",
    "UsageKey",
    "UsageOfDay",
    "VerifiedCitation",
    "VerifiedCitationCandidatesItem",
    "VerifiedCitationCandidatesItemReplacedBy",
    "VerifiedCitationSpan",
    "VerifiedCitationSpanCodePoint",
    "VerifiedCitationSpanUtf16",
    "VerifiedClaim",
    "VerifiedClaimConflictsItem",
    "VerifiedClaimDifferencesItem",
    "VerifiedClaimEvidenceItem",
    "VerifiedClaimEvidenceItemQuoteSpan",
    "VerifiedClaimEvidenceItemQuoteSpanCodePoint",
    "VerifiedClaimEvidenceItemQuoteSpanUtf16",
    "VerifiedClaimSpan",
    "VerifiedClaimSpanCodePoint",
    "VerifiedClaimSpanUtf16",
    "VerifiedClaimSuggestedItem",
    "VerifiedQuote",
    "VerifiedQuoteBestMatch",
    "VerifiedQuoteBestMatchQuoteSpan",
    "VerifiedQuoteBestMatchQuoteSpanCodePoint",
    "VerifiedQuoteBestMatchQuoteSpanUtf16",
    "VerifiedQuoteSpan",
    "VerifiedQuoteSpanCodePoint",
    "VerifiedQuoteSpanUtf16",
    "VerifyRequest",
    "VerifyRequestSourcesItem",
    "VerifyResponse",
    "VerifyResponseCorpus",
    "VerifyResponseIntegrityItem",
    "VerifyResponseIntegrityItemSpan",
    "VerifyResponseIntegrityItemSpanCodePoint",
    "VerifyResponseIntegrityItemSpanUtf16",
    "VersionDiff",
    "VersionDiffFrom",
    "VersionDiffTo",
    "VersionsResponse",
    "Vocabularies",
    "VocabulariesListsItem",
    "VocabulariesVocabulariesItem",
    "Watch",
    "WatchList",
    "WatchRequest",
    "WatchStarted",
    "WebhookAttempt",
    "WebhookEndpoint",
    "WebhookEndpointChange",
    "WebhookEndpointList",
    "WebhookMessage",
    "WebhookMessageList",
    "WebhookMessageType",
    "WebhookType",
    "WebhookType2",
    "WebhookTypeInput",
    "WhyNotRequest",
    "WhyNotResponse",
    "WhyNotResponseChange",
    "WhyNotResponseStagesItem",
    "WordsAsked",
    "WordsAskedInput",
    "Work",
]


ContentType: TypeAlias = Literal[
    "jurisprudence", "legislation", "doctrine", "regulation", "convention_collective", "soft_law",
    "custom",
]


DoctrineSubtype: TypeAlias = Literal[
    "article", "case_note", "case_commentary", "chronicle", "practice_note", "treatise", "textbook",
    "encyclopedia_entry", "thesis", "report", "advocate_general_opinion", "rapporteur_opinion",
    "conference_paper", "book_review", "editorial", "essay_collection", "legislative_commentary",
]


class ArticleGroundedness(TypedDict):
    supported: int
    """Claims that a source bears out."""
    partial: int
    """Claims that a source bears out in part."""
    contradicted: int
    """Claims that a source contradicts."""
    notSupported: int
    """Claims that no source bears out."""
    unverifiable: int
    """Claims that nothing held can bear out or contradict."""
    checkable: int
    """Claims that can be verified."""
    method: str
    """Rules that judged, with their version."""
    assessedAt: str
    """When it was assessed."""
    assessedHash: str
    """Hash of the wording that was assessed."""


ArticleIntegrityFlagsItemCode: TypeAlias = Literal[
    "hash_mismatch", "version_hash_regression", "source_text_not_found", "quote_altered",
    "quote_not_found", "citation_unresolved", "citation_ambiguous", "cited_authority_red",
    "cited_authority_orange", "stale_law", "source_changed", "source_withdrawn",
    "claim_contradicted", "low_groundedness", "groundedness_stale", "anonymisation_pending",
    "encoding_suspect", "machine_translated", "machine_summary",
]


class ArticleIntegrityFlagsItemSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class ArticleIntegrityFlagsItemSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class ArticleIntegrityFlagsItemSpan(TypedDict):
    codePoint: ArticleIntegrityFlagsItemSpanCodePoint
    """In Unicode code points."""
    utf16: ArticleIntegrityFlagsItemSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class ArticleIntegrityFlagsItem(TypedDict):
    code: ArticleIntegrityFlagsItemCode
    """Stable code, for programs."""
    severity: Literal["info", "warning", "critical"]
    """`info`, `warning` or `critical`."""
    message: str
    """What it means, for people."""
    headnoteSequence: int | None
    """Number of the headnote; null: the whole text."""
    span: ArticleIntegrityFlagsItemSpan | None
    """Where it stands; null: nowhere in particular."""
    detectedAt: str
    """When it was found."""
    detector: str
    """What found it, with its version."""
    evidence: dict[str, Any]
    """Words or facts that it rests on."""


class ArticleStatusDerivation(TypedDict):
    """Why the text has its colour."""

    flag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator."""
    rule: str
    """Rule that gave the colour."""
    because: list[str]
    """Ids of the treatments that it rests on."""
    asOf: str | None
    """Day that the member holds for; null: unknown."""
    assessedThrough: str | None
    """Position of the log up to which it was assessed; null: never."""


class ArticleConceptsItem(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    vocabulary: Literal["eurovoc", "lkif", "custom"]
    """Vocabulary of the concept."""
    externalId: str
    """URI of the concept."""
    prefLabel: dict[str, str]
    """Preferred label, by language."""
    altLabel: dict[str, list[str]]
    """Other labels, by language."""
    definition: dict[str, str]
    """Definition, by language."""
    broader: list[str]
    """Ids of broader concepts."""
    narrower: list[str]
    """Ids of narrower concepts."""
    related: list[str]
    """Ids of related concepts."""
    exactMatch: list[str]
    """The same concept in other vocabularies."""
    status: Literal["current", "deprecated"]
    """Its state."""
    replacedBy: str | None
    """What took its place; null: nothing did."""
    relevance: float | None
    """How much the text is about it, from 0 to 1."""
    assignedBy: Literal["editor", "publisher", "machine"]
    """Who assigned the concept."""


class ArticleValidity(TypedDict):
    """Days on which the wording is in force."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class ArticleProvision(TypedDict):
    work: str
    """The work that the provision belongs to."""
    number: str | None
    """Number of the provision."""
    section: list[str] | None
    """Headings above the provision."""
    anchor: str | None
    """Place in the work."""


class ArticleSource(TypedDict):
    """Where the text comes from."""

    id: str
    """Identifier; the same after every rebuild."""
    version: str | None
    """Version of the wording (semver)."""
    url: str | None
    """Address at the publisher; null: unknown."""


class Article(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    abstract: str | None
    """Summary of the text; null: it has none."""
    contentClean: str
    """The cleaned full text."""
    language: str
    """Language of the text (BCP 47)."""
    jurisdiction: list[Literal["FR", "EU", "LU", "MC", "AD"]]
    """Jurisdictions of the text."""
    legalDomain: list[str]
    """Fields of law, with their roots."""
    contentType: ContentType
    """Kind of text."""
    doctrineSubtype: DoctrineSubtype | None
    """Genre of doctrine; null: the text is none."""
    publishedAt: str | None
    """When the text was published; null: unknown."""
    updatedAt: str
    """When the answer last changed."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of the hashed members."""
    hashProfile: Literal["article/1"]
    """Which members are hashed."""
    groundednessScore: int | None
    """Percentage of verified claims; null until assessed."""
    groundedness: ArticleGroundedness | None
    """How many claims were verified, and by what method; null until assessed."""
    hasIntegrityWarning: bool
    """Some integrity flag is a warning or worse."""
    integrityFlags: list[ArticleIntegrityFlagsItem]
    """What is suspect in the text or in what it cites."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    statusDerivation: ArticleStatusDerivation
    """Why the text has its colour."""
    headnotes: list[Headnote]
    """Points of law, in their order."""
    concepts: list[ArticleConceptsItem]
    """Concepts of controlled vocabularies."""
    judicialDecision: JudicialDecisionOfArticle | None
    """The decision; null: the text is none."""
    validity: ArticleValidity
    """Days on which the wording is in force."""
    provision: ArticleProvision | None
    """Place in a work of law; null: the text is no provision."""
    source: ArticleSource
    """Where the text comes from."""
    licence: str | None
    """Of the text itself; null: all rights reserved. What this service adds is CC BY 4.0."""


class ArticleHeadValidity(TypedDict):
    """Days on which the wording is in force."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class ArticleHead(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    contentType: ContentType
    """Kind of text."""
    jurisdiction: list[Literal["FR", "EU", "LU", "MC", "AD"]]
    """Jurisdictions of the text."""
    language: str
    """Language of the text (BCP 47)."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    publishedAt: str | None
    """When the text was published; null: unknown."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    validity: ArticleHeadValidity
    """Days on which the wording is in force."""
    ecli: str | None
    """European case law identifier; null: none is known."""
    courtCode: str | None
    """Code of the court; null: the text is no decision."""
    decisionDate: str | None
    """Day of the decision."""


class ArticleOfFieldsGroundedness(TypedDict):
    supported: int
    """Claims that a source bears out."""
    partial: int
    """Claims that a source bears out in part."""
    contradicted: int
    """Claims that a source contradicts."""
    notSupported: int
    """Claims that no source bears out."""
    unverifiable: int
    """Claims that nothing held can bear out or contradict."""
    checkable: int
    """Claims that can be verified."""
    method: str
    """Rules that judged, with their version."""
    assessedAt: str
    """When it was assessed."""
    assessedHash: str
    """Hash of the wording that was assessed."""


class ArticleOfFieldsIntegrityFlagsItemSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class ArticleOfFieldsIntegrityFlagsItemSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class ArticleOfFieldsIntegrityFlagsItemSpan(TypedDict):
    codePoint: ArticleOfFieldsIntegrityFlagsItemSpanCodePoint
    """In Unicode code points."""
    utf16: ArticleOfFieldsIntegrityFlagsItemSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class ArticleOfFieldsIntegrityFlagsItem(TypedDict):
    code: ArticleIntegrityFlagsItemCode
    """Stable code, for programs."""
    severity: Literal["info", "warning", "critical"]
    """`info`, `warning` or `critical`."""
    message: str
    """What it means, for people."""
    headnoteSequence: int | None
    """Number of the headnote; null: the whole text."""
    span: ArticleOfFieldsIntegrityFlagsItemSpan | None
    """Where it stands; null: nowhere in particular."""
    detectedAt: str
    """When it was found."""
    detector: str
    """What found it, with its version."""
    evidence: dict[str, Any]
    """Words or facts that it rests on."""


class ArticleOfFieldsStatusDerivation(TypedDict):
    """Why the text has its colour."""

    flag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator."""
    rule: str
    """Rule that gave the colour."""
    because: list[str]
    """Ids of the treatments that it rests on."""
    asOf: str | None
    """Day that the member holds for; null: unknown."""
    assessedThrough: str | None
    """Position of the log up to which it was assessed; null: never."""


class ArticleOfFieldsConceptsItem(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    vocabulary: Literal["eurovoc", "lkif", "custom"]
    """Vocabulary of the concept."""
    externalId: str
    """URI of the concept."""
    prefLabel: dict[str, str]
    """Preferred label, by language."""
    altLabel: dict[str, list[str]]
    """Other labels, by language."""
    definition: dict[str, str]
    """Definition, by language."""
    broader: list[str]
    """Ids of broader concepts."""
    narrower: list[str]
    """Ids of narrower concepts."""
    related: list[str]
    """Ids of related concepts."""
    exactMatch: list[str]
    """The same concept in other vocabularies."""
    status: Literal["current", "deprecated"]
    """Its state."""
    replacedBy: str | None
    """What took its place; null: nothing did."""
    relevance: float | None
    """How much the text is about it, from 0 to 1."""
    assignedBy: Literal["editor", "publisher", "machine"]
    """Who assigned the concept."""


class ArticleOfFieldsValidity(TypedDict):
    """Days on which the wording is in force."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class ArticleOfFieldsProvision(TypedDict):
    work: str
    """The work that the provision belongs to."""
    number: str | None
    """Number of the provision."""
    section: list[str] | None
    """Headings above the provision."""
    anchor: str | None
    """Place in the work."""


class ArticleOfFieldsSource(TypedDict):
    """Where the text comes from."""

    id: str
    """Identifier; the same after every rebuild."""
    version: str | None
    """Version of the wording (semver)."""
    url: str | None
    """Address at the publisher; null: unknown."""


class ArticleOfFields(TypedDict):
    """An article with the members that `fields` names."""

    id: NotRequired[str]
    """Identifier; the same after every rebuild."""
    slug: str
    """Name of the text in URLs."""
    title: NotRequired[str]
    """Title of the text."""
    abstract: NotRequired[str | None]
    """Summary of the text; null: it has none."""
    contentClean: NotRequired[str]
    """The cleaned full text."""
    language: NotRequired[str]
    """Language of the text (BCP 47)."""
    jurisdiction: NotRequired[list[Literal["FR", "EU", "LU", "MC", "AD"]]]
    """Jurisdictions of the text."""
    legalDomain: NotRequired[list[str]]
    """Fields of law, with their roots."""
    contentType: NotRequired[ContentType]
    """Kind of text."""
    doctrineSubtype: NotRequired[DoctrineSubtype | None]
    """Genre of doctrine; null: the text is none."""
    publishedAt: NotRequired[str | None]
    """When the text was published; null: unknown."""
    updatedAt: NotRequired[str]
    """When the answer last changed."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of the hashed members."""
    hashProfile: NotRequired[Literal["article/1"]]
    """Which members are hashed."""
    groundednessScore: NotRequired[int | None]
    """Percentage of verified claims; null until assessed."""
    groundedness: NotRequired[ArticleOfFieldsGroundedness | None]
    """How many claims were verified, and by what method; null until assessed."""
    hasIntegrityWarning: NotRequired[bool]
    """Some integrity flag is a warning or worse."""
    integrityFlags: NotRequired[list[ArticleOfFieldsIntegrityFlagsItem]]
    """What is suspect in the text or in what it cites."""
    statusFlag: NotRequired[Literal["red", "orange", "yellow", "green", "gray"]]
    """Colour of the citator; `gray`: not assessed."""
    statusDerivation: NotRequired[ArticleOfFieldsStatusDerivation]
    """Why the text has its colour."""
    headnotes: NotRequired[list[Headnote]]
    """Points of law, in their order."""
    concepts: NotRequired[list[ArticleOfFieldsConceptsItem]]
    """Concepts of controlled vocabularies."""
    judicialDecision: NotRequired[JudicialDecisionOfArticle | None]
    """The decision; null: the text is none."""
    validity: NotRequired[ArticleOfFieldsValidity]
    """Days on which the wording is in force."""
    provision: NotRequired[ArticleOfFieldsProvision | None]
    """Place in a work of law; null: the text is no provision."""
    source: NotRequired[ArticleOfFieldsSource]
    """Where the text comes from."""
    licence: NotRequired[str | None]
    """Of the text itself; null: all rights reserved. What this service adds is CC BY 4.0."""


class ArticleVersionInForceItem(TypedDict):
    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class ArticleVersion(TypedDict):
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str | None
    """Null: the wording was erased."""
    bump: Literal["initial", "major", "minor", "patch", "none"]
    """How much it differs from the version before."""
    changeClass: str | None
    """`anonymisation` where that was the reason; else null."""
    reasons: list[str]
    """One sentence per change; none quotes the text."""
    recordedAt: str
    """When the service published it."""
    publishedAt: str | None
    """When the text was published; null: unknown."""
    position: str
    """Of the event that published it, in the log."""
    inForce: list[ArticleVersionInForceItem]
    """The days on which it is in force; empty: no source says, or on none."""
    current: bool
    """Whether it is what `GET /articles/{slug}` returns."""
    erased: bool
    """Whether its words were erased for good."""
    readable: bool
    """Whether its wording is kept, so that it can be read."""


CourtLevel: TypeAlias = Literal[
    "constitutional", "supreme", "appeal", "first_instance", "specialised", "supranational",
    "authority",
]


class AuthoritiesAuthoritiesItem(TypedDict):
    rank: int
    """Place in the order, from 1."""
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    courtLevel: CourtLevel | None
    """Level of the court."""
    courtCode: str | None
    """Code of the court."""
    ecli: str | None
    """European case law identifier; null: none is known."""
    decisionDate: str | None
    """Day of the decision."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    citedBy: int
    """Texts of the corpus that cite it."""
    relevance: float
    """Score of the search, before anything is weighed."""


class AuthoritiesWarningsItem(TypedDict):
    path: str
    """Place in the request."""
    value: str
    """The value."""
    closest: str | None
    """The closest value that is known; absent or null: none is near."""


class Authorities(TypedDict):
    authorities: list[AuthoritiesAuthoritiesItem]
    """Decisions, the leading ones first."""
    ranking: str
    """What the order says."""
    total: int
    """Decisions that match."""
    warnings: list[AuthoritiesWarningsItem]
    """Concepts that no text carries."""
    coverage: CoverageSummary | None
    """What is held, where nothing was found; else null."""


class ChangeHeadnoteDerivation(TypedDict):
    """Why the point has the colour `after`."""

    flag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator."""
    rule: str
    """Rule that gave the colour."""
    because: list[str]
    """Ids of the treatments that it rests on."""
    asOf: str | None
    """Day that the member holds for; null: unknown."""
    assessedThrough: str | None
    """Position of the log up to which it was assessed; null: never."""


class ChangeHeadnote(TypedDict):
    headnoteId: str | None
    """Id of the headnote; null: the text itself."""
    sequence: int | None
    """Number of the headnote; null: the whole text."""
    before: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour before the fact."""
    after: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour after the fact."""
    derivation: ChangeHeadnoteDerivation
    """Why the point has the colour `after`."""


class ChangeConcept(TypedDict):
    conceptId: str
    """Id of the concept."""
    replacedBy: str | None
    """What took its place; null: nothing did."""


class Change(TypedDict):
    id: str
    """The same in each rebuild, and in each delivery of the change."""
    position: str
    """Position of the fact in the log, 15 digits."""
    ordinal: int
    """Place among the changes of the same fact, from 1."""
    type: ChangeType
    """Its type."""
    occurredAt: str
    """When the fact was recorded."""
    articleId: str | None
    """Id of the text; null: a concept."""
    slug: str | None
    """Slug of the text, of a text that is gone its last one."""
    version: str | None
    """The version that was published; else the one that was served."""
    sha256Hash: str | None
    """Hash of that version."""
    changeClass: str | None
    """Kind of the change, such as `anonymisation`, `republication`, `validity` or `details`."""
    reasons: list[str]
    """Why the version has its number, in sentences."""
    replacement: str | None
    """Slug of the text to use instead of a withdrawn one."""
    jurisdictions: list[Literal["FR", "EU", "LU", "MC", "AD"]]
    """Of the text; a concept has none."""
    headnote: ChangeHeadnote | None
    """Of `headnote.flag_changed`."""
    concept: ChangeConcept | None
    """Of `concept.deprecated`."""


ChangeType2: TypeAlias = Literal[
    "article.published", "article.updated", "article.unpublished", "article.withdrawn",
    "article.deleted", "article.erased", "headnote.flag_changed", "concept.deprecated",
]


ChangeType: TypeAlias = "ChangeType2"


ChangeTypeInput: TypeAlias = "ChangeType2"


class ChangesResponse(TypedDict):
    changes: list[Change]
    """In the order of the log."""
    next: str
    """`after` of the next page, also where there is no more yet."""
    head: str
    """Position up to which changes are known."""


class CheckedCitation(TypedDict):
    slug: str
    """Name of the text in URLs."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    headnoteSequence: NotRequired[int | None]
    """The headnote that was relied on; null: all points of the text."""
    position: str
    """`X-Service-Corpus-Position` of the answer that gave the citation."""


class CheckedReceipt(TypedDict):
    receipt: str
    """`X-Service-Receipt` of an answer, with or without its salt."""
    citations: NotRequired[list[CitedTextInput]]
    """All that the answer cites, where the receipt had no room for the whole list."""


class CitationOutcomeFlagsItemDerivation(TypedDict):
    """Why the point has the colour `after`."""

    flag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator."""
    rule: str
    """Rule that gave the colour."""
    because: list[str]
    """Ids of the treatments that it rests on."""
    asOf: str | None
    """Day that the member holds for; null: unknown."""
    assessedThrough: str | None
    """Position of the log up to which it was assessed; null: never."""


class CitationOutcomeFlagsItem(TypedDict):
    headnoteId: str | None
    """Id of the headnote; null: the text itself."""
    sequence: int | None
    """Number of the headnote; null: the whole text."""
    before: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour before the fact."""
    after: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour after the fact."""
    derivation: CitationOutcomeFlagsItemDerivation
    """Why the point has the colour `after`."""


class CitationOutcome(TypedDict):
    slug: str
    """Name of the text in URLs."""
    version: str
    """Version of the wording (semver)."""
    state: CitationState
    """Its state."""
    position: str | None
    """Of the fact that led to the state; null: nothing did since the answer."""
    changeClass: str | None
    """Class of that change."""
    reasons: list[str]
    """Why, in sentences."""
    replacement: str | None
    """Slug of the text to use instead."""
    currentVersion: str | None
    """The version that is served; null: none."""
    flags: list[CitationOutcomeFlagsItem]
    """Points whose colour is another one than at `position` of the citation."""


CitationState2: TypeAlias = Literal[
    "erased", "deleted", "withdrawn", "unpublished", "superseded", "flag_changed",
    "validity_changed", "current", "unknown",
]


CitationState: TypeAlias = "CitationState2"


# The citation by style.
CitedStylesStyles = TypedDict(
    "CitedStylesStyles",
    {
        # French practice.
        "fr": "str",
        # Practice of the courts and institutions of the Union.
        "eu": "str",
        # CSL-JSON 1.0.2, one entry.
        "csl-json": "list[CslItem]",
        # A record of RIS.
        "ris": "str",
        # An entry of biblatex in UTF-8.
        "bibtex": "str",
        # The permanent address of the version.
        "link": "str",
        # The citation with version, address and hash.
        "proof": "str",
    },
)


class CitedStyles(TypedDict):
    slug: str
    """Name of the text in URLs."""
    version: str
    """The version that is cited."""
    styles: CitedStylesStyles
    """The citation by style."""


class CitedText(TypedDict):
    slug: str
    """Name of the text in URLs."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    headnoteSequence: int | None
    """The headnote; null: the text as a whole."""


class CitedTextInput(TypedDict):
    slug: str
    """Name of the text in URLs."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    headnoteSequence: NotRequired[int | None]
    """The headnote; null: the text as a whole."""


class Code(TypedDict):
    code: Work
    """Stable code, for programs."""
    sections: list[Section]
    """Headings in the order of the work, each before those below it."""
    articles: list[ProvisionHead]
    """Provisions in legal order."""
    total: int
    """Entries of the whole list."""
    limit: int
    """Entries on a page."""
    offset: int
    """Entries before this page."""


class Codes(TypedDict):
    codes: list[Work]
    """Codes, treaties, other acts; each by name."""


class Concept(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    vocabulary: Literal["eurovoc", "lkif", "custom"]
    """Vocabulary of the concept."""
    externalId: str
    """URI of the concept."""
    prefLabel: dict[str, str]
    """Preferred label, by language."""
    altLabel: dict[str, list[str]]
    """Other labels, by language."""
    definition: dict[str, str]
    """Definition, by language."""
    broader: list[str]
    """Ids of broader concepts."""
    narrower: list[str]
    """Ids of narrower concepts."""
    related: list[str]
    """Ids of related concepts."""
    exactMatch: list[str]
    """The same concept in other vocabularies."""
    status: Literal["current", "deprecated"]
    """Its state."""
    replacedBy: str | None
    """What took its place; null: nothing did."""


class ConceptsConceptsItem(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    vocabulary: Literal["eurovoc", "lkif", "custom"]
    """Vocabulary of the concept."""
    externalId: str
    """URI of the concept."""
    prefLabel: dict[str, str]
    """Preferred label, by language."""
    altLabel: dict[str, list[str]]
    """Other labels, by language."""
    definition: dict[str, str]
    """Definition, by language."""
    broader: list[str]
    """Ids of broader concepts."""
    narrower: list[str]
    """Ids of narrower concepts."""
    related: list[str]
    """Ids of related concepts."""
    exactMatch: list[str]
    """The same concept in other vocabularies."""
    status: Literal["current", "deprecated"]
    """Its state."""
    replacedBy: str | None
    """What took its place; null: nothing did."""


class Concepts(TypedDict):
    concepts: list[ConceptsConceptsItem]
    """Concepts of controlled vocabularies."""
    coverage: Any
    """What is held, where nothing was found; else null."""


Court = TypedDict(
    "Court",
    {
        # Stable code, for programs.
        "code": "str",
        # Its name.
        "name": "str",
        # Whose court it is.
        "jurisdiction": "Literal['FR', 'EU', 'LU', 'MC', 'AD']",
        # Level of the court.
        "level": "CourtLevel",
        # Texts held.
        "texts": "int",
        # Day of its earliest decision; null: none is known.
        "from": "str | None",
        # Day of its latest decision; null: none is known.
        "to": "str | None",
    },
)


class CourtYear(TypedDict):
    court: str
    """Code of the court."""
    year: str
    """Four digits, or `undated`."""
    decisions: list[DecisionHead]
    """The latest first."""
    total: int
    """Entries of the whole list."""
    limit: int
    """Entries on a page."""
    offset: int
    """Entries before this page."""


class CourtYearsYearsItem(TypedDict):
    year: str
    """Four digits, or `undated`."""
    texts: int
    """Texts held."""


class CourtYears(TypedDict):
    court: Court
    """Code of the court; null: not said."""
    years: list[CourtYearsYearsItem]
    """The latest first."""


class Courts(TypedDict):
    courts: list[Court]
    """By code."""


class Coverage(TypedDict):
    corpusPosition: str
    """Up to which event it was counted."""
    groups: list[CoverageGroup]
    """By jurisdiction, court and content type."""


# Days that are missing.
CoverageGapPeriod = TypedDict(
    "CoverageGapPeriod",
    {
        # First day, inclusive; null: open.
        "from": "str | None",
        # Last day, inclusive; null: open.
        "to": "str | None",
    },
)


class CoverageGap(TypedDict):
    period: CoverageGapPeriod
    """Days that are missing."""
    reason: str
    """Stable code of the reason, where `error` is not enough."""
    estimatedMissing: int | None
    """Texts; null: nobody knows."""


CoverageGroup = TypedDict(
    "CoverageGroup",
    {
        # A text of several jurisdictions counts in each of them; null: it names none.
        "jurisdiction": "Literal['FR', 'EU', 'LU', 'MC', 'AD'] | None",
        # Code of the court of a decision, else null.
        "court": "str | None",
        # Kind of text.
        "contentType": "ContentType",
        # Earliest day of a text: of the decision, else of its publication, else its first day in
        # force.
        "from": "str | None",
        # Latest such day.
        "to": "str | None",
        # Texts held.
        "documents": "int",
        # Texts that a search finds by meaning, too.
        "vectorised": "int",
        # Texts with a status other than gray.
        "citatorAssessed": "int",
        # When a text of the group was last changed here or fetched from its source.
        "lastConfirmedAt": "str",
        # Empty where none is known, which is not a promise.
        "knownGaps": "list[CoverageGap]",
    },
)


CoverageSummaryJurisdictionsItem = TypedDict(
    "CoverageSummaryJurisdictionsItem",
    {
        # null: texts that name none.
        "jurisdiction": "Literal['FR', 'EU', 'LU', 'MC', 'AD'] | None",
        # Kinds of text that are held.
        "contentTypes": "list[ContentType]",
        # Texts held.
        "documents": "int",
        # Earliest day of a text.
        "from": "str | None",
        # Latest day of a text.
        "to": "str | None",
    },
)


class CoverageSummary(TypedDict):
    corpusPosition: str
    """Up to which event it was counted."""
    jurisdictions: list[CoverageSummaryJurisdictionsItem]
    """A jurisdiction that is not listed is not held."""
    details: str
    """Where courts, counts and known gaps are listed."""


Type: TypeAlias = Literal[
    "legal_case", "legislation", "article-journal", "book", "document", "entry-encyclopedia",
    "paper-conference", "report", "review-book", "thesis", "webpage",
]


class CslItemAuthorItem(TypedDict):
    literal: str
    """The whole name."""


# The day of the decision, the act or the publication.
CslItemIssued = TypedDict(
    "CslItemIssued",
    {
        # Year, month and day.
        "date-parts": "list[list[int]]",
    },
)


CslItem = TypedDict(
    "CslItem",
    {
        # Slug and version.
        "id": "str",
        # The type of CSL.
        "type": "Type",
        # The title of the text.
        "title": "str",
        # The citation in French practice.
        "title-short": "str",
        # The authors.
        "author": NotRequired["list[CslItemAuthorItem]"],
        # The court.
        "authority": NotRequired["str"],
        # The chamber or formation.
        "division": NotRequired["str"],
        # The docket, or the number of the act.
        "number": NotRequired["str"],
        # The code or act that an article is of.
        "container-title": NotRequired["str"],
        # The number of the article.
        "section": NotRequired["str"],
        # The legal order.
        "jurisdiction": NotRequired["str"],
        # The day of the decision, the act or the publication.
        "issued": NotRequired["CslItemIssued"],
        # The language of the text (BCP 47).
        "language": "str",
        # The version that is cited.
        "version": "str",
        # The service that the citation comes from.
        "source": NotRequired["str"],
        # The permanent address of the version.
        "URL": "str",
        # ECLI, days in force, hash.
        "note": NotRequired["str"],
    },
)


Chamber: TypeAlias = Literal[
    "pl", "mi", "civ1", "civ2", "civ3", "comm", "soc", "cr", "creun", "ordo",
]


Solution: TypeAlias = Literal[
    "cassation", "rejet", "annulation", "avis", "decheance", "designation", "irrecevabilite",
    "nonlieu", "qpc", "qpcother", "rabat", "reglement", "renvoi", "other", "cassation_partielle",
    "confirmation", "infirmation", "infirmation_partielle", "reformation", "conformite",
    "non_conformite", "desistement", "satisfaction_totale", "satisfaction_partielle", "annulled",
    "dismissed", "preliminary_ruling", "failure_established", "violation", "no_violation",
]


Publication: TypeAlias = Literal[
    "b", "r", "l", "c", "n", "A", "B", "C", "R",
]


class DecisionHead(TypedDict):
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of the hashed members."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    ecli: str | None
    """European case law identifier; null: none is known."""
    decisionDate: str | None
    """Day of the decision."""
    chamber: Chamber | None
    """Chamber of the court."""
    solution: Solution | None
    """How the court decided."""
    publication: list[Publication]
    """Where the court published it."""


class DeletedReceipt(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    deleted: Literal[True]
    """It is gone."""


class DeletedReceipts(TypedDict):
    deleted: Literal[True]
    """All of them are gone."""


class DeletedSavedSearch(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    deleted: Literal[True]
    """It is gone."""


class DeletedWatch(TypedDict):
    handle: str
    """Your own name for what you watch."""
    deleted: Literal[True]
    """It is gone."""


class DeletedWatches(TypedDict):
    deleted: Literal[True]
    """All of them are gone."""


class DeletedWebhook(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    deleted: Literal[True]
    """It is gone."""


ErrorError: TypeAlias = Literal[
    "validation_failed", "unauthorized", "insufficient_scope", "not_acceptable", "not_found",
    "method_not_allowed", "rate_limit", "idempotency_conflict", "request_in_progress",
    "internal_error", "overloaded", "search_unavailable", "ambiguous", "origin_not_allowed",
    "precondition_failed",
]


class ErrorDetailsItem(TypedDict):
    path: str
    """Place in the request."""
    code: str
    """Stable code, for programs."""
    message: str
    """What it means, for people."""
    allowed: NotRequired[list[str]]
    """Values that are taken."""
    closest: NotRequired[str]
    """The closest value that is known; absent or null: none is near."""


class ErrorCandidatesItem(TypedDict):
    slug: str
    """Name of the text in URLs."""
    label: str
    """Its title."""


class Error(TypedDict):
    error: ErrorError
    """Stable code, for programs."""
    message: str
    """What it means, for people."""
    detail: NotRequired[str]
    """The reason in one sentence."""
    reason: NotRequired[str]
    """Stable code of the reason, where `error` is not enough."""
    details: NotRequired[list[ErrorDetailsItem]]
    """Each fault of the request."""
    candidates: NotRequired[list[ErrorCandidatesItem]]
    """Texts that may be meant."""
    coverage: NotRequired[Any]
    """What is held, so that not found and not held differ."""
    held: NotRequired[list[HeldInterval]]
    """Where no wording was in force on the day asked for: the days that are held."""


class ExplanationContributionsItem(TypedDict):
    ranking: Literal["lexical", "semantic", "follows", "order"]
    """By words, by meaning, behind both, or in the order of the list."""
    rank: int
    """Place in this ranking; the first is 1."""
    score: float
    """1 / (60 + rank)."""


class ExplanationLexicalTermsItem(TypedDict):
    term: str
    """As texts are analysed: folded and stemmed."""
    weight: float
    """1 for a word of the query."""
    idf: float
    """How rare the term is in the corpus."""
    inTitle: int
    """How often the title says it."""
    inBody: int
    """How often the body says it."""
    score: float
    """What it adds to the lexical score."""


class ExplanationLexical(TypedDict):
    score: float
    """BM25F: the sum over the terms."""
    terms: list[ExplanationLexicalTermsItem]
    """Terms of the query that the hit holds."""


class Explanation(TypedDict):
    rule: Literal["named", "fusion", "words", "follows", "order"]
    """What gave the hit its score."""
    contributions: list[ExplanationContributionsItem]
    """What adds up to `score`."""
    lexical: ExplanationLexical | None
    """null: words do not rank the hit."""
    similarity: float | None
    """Cosine of the query and the best passage; null: meaning does not rank the hit."""


class ExportEnd(TypedDict):
    export: ExportManifest
    """What the export says of itself."""


ExportLine: TypeAlias = "ExportedText | RemovedText | ExportEnd"


class ExportManifest(TypedDict):
    profile: Literal["export/1"]
    """The shape of lines and the rule of the digest."""
    position: str
    """The position that all parts show the corpus at."""
    filters: dict[str, Any]
    """As they were asked for."""
    texts: int
    """Texts so far, with those of this part."""
    removed: int
    """Texts so far that are not public any more."""
    digest: str
    """
    Merkle root (RFC 6962, SHA-256) over `article/<id>`, a line feed and the line, of each
    line so far.
    """
    licence: str
    """What licences hold."""
    next: str | None
    """`after` of the next part; null: the export is complete."""


class ExportedTextGroundedness(TypedDict):
    supported: int
    """Claims that a source bears out."""
    partial: int
    """Claims that a source bears out in part."""
    contradicted: int
    """Claims that a source contradicts."""
    notSupported: int
    """Claims that no source bears out."""
    unverifiable: int
    """Claims that nothing held can bear out or contradict."""
    checkable: int
    """Claims that can be verified."""
    method: str
    """Rules that judged, with their version."""
    assessedAt: str
    """When it was assessed."""
    assessedHash: str
    """Hash of the wording that was assessed."""


class ExportedTextIntegrityFlagsItemSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class ExportedTextIntegrityFlagsItemSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class ExportedTextIntegrityFlagsItemSpan(TypedDict):
    codePoint: ExportedTextIntegrityFlagsItemSpanCodePoint
    """In Unicode code points."""
    utf16: ExportedTextIntegrityFlagsItemSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class ExportedTextIntegrityFlagsItem(TypedDict):
    code: ArticleIntegrityFlagsItemCode
    """Stable code, for programs."""
    severity: Literal["info", "warning", "critical"]
    """`info`, `warning` or `critical`."""
    message: str
    """What it means, for people."""
    headnoteSequence: int | None
    """Number of the headnote; null: the whole text."""
    span: ExportedTextIntegrityFlagsItemSpan | None
    """Where it stands; null: nowhere in particular."""
    detectedAt: str
    """When it was found."""
    detector: str
    """What found it, with its version."""
    evidence: dict[str, Any]
    """Words or facts that it rests on."""


class ExportedTextHeadnotesItem(TypedDict):
    headnoteId: str
    """Id of the headnote; null: the text itself."""
    sequence: int
    """Number of the headnote, from 1."""
    summary: str
    """The point of law in a sentence."""
    sourceText: str | None
    """Words of the text that the headnote sums up; null: not said."""
    legalRuleType: Literal["ratio", "obiter", "distinction"] | None
    """Kind of the point of law; null: not said."""


class ExportedTextConceptsItem(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    assignedBy: Literal["editor", "publisher", "machine"]
    """Who assigned the concept."""
    relevance: float | None
    """How much the text is about it, from 0 to 1."""


class ExportedTextValidity(TypedDict):
    """Days on which the wording is in force."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class ExportedTextProvision(TypedDict):
    work: str
    """The work that the provision belongs to."""
    number: str | None
    """Number of the provision."""
    section: list[str] | None
    """Headings above the provision."""
    anchor: str | None
    """Place in the work."""


class ExportedTextSource(TypedDict):
    """Where the text comes from."""

    id: str
    """Identifier; the same after every rebuild."""
    version: str | None
    """Version of the wording (semver)."""
    url: str | None
    """Address at the publisher; null: unknown."""


class ExportedText(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    abstract: str | None
    """Summary of the text; null: it has none."""
    contentClean: str
    """The cleaned full text."""
    language: str
    """Language of the text (BCP 47)."""
    jurisdiction: list[Literal["FR", "EU", "LU", "MC", "AD"]]
    """Jurisdictions of the text."""
    legalDomain: list[str]
    """Fields of law, with their roots."""
    contentType: ContentType
    """Kind of text."""
    doctrineSubtype: DoctrineSubtype | None
    """Genre of doctrine; null: the text is none."""
    publishedAt: str | None
    """When the text was published; null: unknown."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of the hashed members."""
    hashProfile: Literal["article/1"]
    """Which members are hashed."""
    groundednessScore: int | None
    """Percentage of verified claims; null until assessed."""
    groundedness: ExportedTextGroundedness | None
    """How many claims were verified, and by what method; null until assessed."""
    hasIntegrityWarning: bool
    """Some integrity flag is a warning or worse."""
    integrityFlags: list[ExportedTextIntegrityFlagsItem]
    """What is suspect in the text or in what it cites."""
    headnotes: list[ExportedTextHeadnotesItem]
    """Points of law, in their order."""
    concepts: list[ExportedTextConceptsItem]
    """Concepts of controlled vocabularies."""
    judicialDecision: JudicialDecisionOfArticle | None
    """The decision; null: the text is none."""
    validity: ExportedTextValidity
    """Days on which the wording is in force."""
    provision: ExportedTextProvision | None
    """Place in a work of law; null: the text is no provision."""
    source: ExportedTextSource
    """Where the text comes from."""
    licence: str | None
    """Of the text itself; null: all rights reserved. What this service adds is CC BY 4.0."""


class FacetValuesItem(TypedDict):
    value: str
    """The value."""
    count: int
    """Hits that carry it."""


class Facet(TypedDict):
    values: list[FacetValuesItem]
    """The most frequent values; of equal counts by the value."""
    others: int
    """The sum of the counts of all other values."""


class Headnote(TypedDict):
    headnoteId: str
    """Id of the headnote; null: the text itself."""
    sequence: int
    """Number of the headnote, from 1."""
    summary: str
    """The point of law in a sentence."""
    sourceText: str | None
    """Words of the text that the headnote sums up; null: not said."""
    legalRuleType: Literal["ratio", "obiter", "distinction"] | None
    """Kind of the point of law; null: not said."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""


class HeadnoteChange(TypedDict):
    sequence: int
    """Number of the headnote, from 1."""
    change: Literal["added", "removed", "changed"]
    """What became of the headnote."""
    members: list[MemberChange]
    """Its members that differ."""


class HeadnoteHitValidity(TypedDict):
    """Days on which the wording is in force, both inclusive."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class HeadnoteHit(TypedDict):
    type: Literal["headnote"]
    """Its type."""
    headnoteId: str
    """Id of the headnote; null: the text itself."""
    articleSlug: str
    """Slug of the article of the headnote."""
    articleTitle: str
    """Title of the article of the headnote."""
    sequence: int
    """Number of the headnote, from 1."""
    summary: str
    """The point of law in a sentence."""
    snippet: str
    """HTML-safe: text is escaped, matched terms stand in `<mark>`."""
    legalRuleType: str | None
    """Kind of the point of law; null: not said."""
    score: float
    """Reciprocal Rank Fusion: the sum of 1 / (60 + rank)."""
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    abstract: str | None
    """Summary of the text; null: it has none."""
    language: str
    """Language of the text (BCP 47)."""
    jurisdiction: list[str]
    """Jurisdictions of the text."""
    contentType: ContentType
    """Kind of text."""
    publishedAt: str | None
    """When the text was published; null: unknown."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    validity: HeadnoteHitValidity
    """Days on which the wording is in force, both inclusive."""
    inForce: bool
    """Whether its validity includes the day of `asOf`, else today; true without one."""
    explanation: NotRequired[Explanation]
    """Present where the request says `explain`."""


class HeadnoteHitOfFieldsValidity(TypedDict):
    """Days on which the wording is in force, both inclusive."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class HeadnoteHitOfFields(TypedDict):
    type: Literal["headnote"]
    """Its type."""
    headnoteId: NotRequired[str]
    """Id of the headnote; null: the text itself."""
    articleSlug: NotRequired[str]
    """Slug of the article of the headnote."""
    articleTitle: NotRequired[str]
    """Title of the article of the headnote."""
    sequence: NotRequired[int]
    """Number of the headnote, from 1."""
    summary: NotRequired[str]
    """The point of law in a sentence."""
    snippet: NotRequired[str]
    """HTML-safe: text is escaped, matched terms stand in `<mark>`."""
    legalRuleType: NotRequired[str | None]
    """Kind of the point of law; null: not said."""
    score: float
    """Reciprocal Rank Fusion: the sum of 1 / (60 + rank)."""
    slug: str
    """Name of the text in URLs."""
    title: NotRequired[str]
    """Title of the text."""
    abstract: NotRequired[str | None]
    """Summary of the text; null: it has none."""
    language: NotRequired[str]
    """Language of the text (BCP 47)."""
    jurisdiction: NotRequired[list[str]]
    """Jurisdictions of the text."""
    contentType: NotRequired[ContentType]
    """Kind of text."""
    publishedAt: NotRequired[str | None]
    """When the text was published; null: unknown."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    statusFlag: NotRequired[Literal["red", "orange", "yellow", "green", "gray"]]
    """Colour of the citator; `gray`: not assessed."""
    validity: NotRequired[HeadnoteHitOfFieldsValidity]
    """Days on which the wording is in force, both inclusive."""
    inForce: NotRequired[bool]
    """Whether its validity includes the day of `asOf`, else today; true without one."""
    explanation: NotRequired[Explanation]
    """Present where the request says `explain`."""


class HeldInterval(TypedDict):
    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""
    version: str
    """Version of the wording (semver)."""


class JudicialDecisionOfArticleIdentifiersItem(TypedDict):
    scheme: str
    """Scheme of the identifier."""
    value: str
    """The value."""


Formation: TypeAlias = Literal[
    "fp", "fm", "fs", "f", "frh", "frr",
]


Name: TypeAlias = Literal[
    "introduction", "facts", "pleas", "reasons", "operative", "annexes",
]


class JudicialDecisionOfArticleZonesItem(TypedDict):
    name: Name
    """Its name."""
    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class JudicialDecisionOfArticleVisaItem(TypedDict):
    text: str
    """Its words."""
    eli: str | None
    """European legislation identifier; null: none is known."""
    slug: str | None
    """Name of the text in URLs."""
    asOf: str | None
    """Day that the member holds for; null: unknown."""


Relation: TypeAlias = Literal[
    "appeal_of", "cassation_of", "remand_of", "preliminary_ruling_of", "constitutional_question_of",
    "joined_with", "rectifies", "reopens",
]


class JudicialDecisionOfArticleProcedureChronologyItemTarget(TypedDict):
    """The other decision."""

    ecli: str | None
    """European case law identifier; null: none is known."""
    docket: str | None
    """Docket number; null: unknown."""
    slug: str | None
    """Name of the text in URLs."""
    date: str | None
    """Day of the decision; null: unknown."""


class JudicialDecisionOfArticleProcedureChronologyItem(TypedDict):
    relation: Relation
    """What the other decision is of this one."""
    target: JudicialDecisionOfArticleProcedureChronologyItemTarget
    """The other decision."""
    certainty: Literal["official", "extracted", "probable"]
    """Whether a source states it, its text does, or it is only likely."""
    evidence: str | None
    """Words or facts that it rests on."""


Statu: TypeAlias = Literal[
    "final", "appealed", "quashed", "quashed_in_part", "reversed", "affirmed", "unknown",
]


class JudicialDecisionOfArticleProcedureFateBy(TypedDict):
    ecli: str | None
    """European case law identifier; null: none is known."""
    docket: str | None
    """Docket number; null: unknown."""
    slug: str | None
    """Name of the text in URLs."""
    date: str | None
    """Day of the decision; null: unknown."""


class JudicialDecisionOfArticleProcedureFate(TypedDict):
    """What became of the decision."""

    status: Statu
    """Its state."""
    by: JudicialDecisionOfArticleProcedureFateBy | None
    """Who or what did it."""
    asOf: str | None
    """Day that the member holds for; null: unknown."""


class JudicialDecisionOfArticleProcedure(TypedDict):
    """The case that the decision belongs to."""

    completeness: Literal["complete", "partial", "unknown"]
    """Whether the source states the whole chain; `unknown` is not none."""
    chronology: list[JudicialDecisionOfArticleProcedureChronologyItem]
    """Other decisions of the case."""
    fate: JudicialDecisionOfArticleProcedureFate
    """What became of the decision."""


class JudicialDecisionOfArticleAnonymisation(TypedDict):
    """Whether names were removed, and by whom."""

    status: Literal["official", "reviewed", "pending"]
    """Its state."""
    reviewedAt: str | None
    """When a person looked at it; null: never."""


class JudicialDecisionOfArticle(TypedDict):
    ecli: str | None
    """European case law identifier; null: none is known."""
    identifiers: list[JudicialDecisionOfArticleIdentifiersItem]
    """Every name of the decision, with its scheme."""
    jurisdiction: Literal["FR", "EU", "LU", "MC", "AD"] | None
    """Jurisdictions of the text."""
    courtCode: str | None
    """Code of the court."""
    courtLevel: CourtLevel | None
    """Level of the court."""
    courtName: dict[str, str] | None
    """Name of the court, by language."""
    seat: str | None
    """Seat of the court."""
    chamber: Chamber | None
    """Chamber of the court."""
    formation: Formation | None
    """Formation of the court."""
    type: str | None
    """Its type."""
    decisionDate: str | None
    """Day of the decision."""
    publishedDate: str | None
    """Day of its publication by the court."""
    solution: Solution | None
    """How the court decided."""
    solutionLabel: dict[str, str] | None
    """The same in words, by language."""
    publication: list[Publication]
    """Where the court published it."""
    significance: Literal["major", "important", "limited", "undetermined"]
    """How important the court says that it is."""
    zones: list[JudicialDecisionOfArticleZonesItem]
    """Parts of the decision, in UTF-16 units."""
    visa: list[JudicialDecisionOfArticleVisaItem]
    """Provisions that the decision applies."""
    themes: list[list[str]]
    """Headings under which the court files it."""
    procedure: JudicialDecisionOfArticleProcedure
    """The case that the decision belongs to."""
    anonymisation: JudicialDecisionOfArticleAnonymisation
    """Whether names were removed, and by whom."""
    sourceUrl: str | None
    """Address at the publisher; null: unknown."""
    retrievedAt: str | None
    """When it was fetched from its source."""
    licence: str | None
    """Licence of the text; null: all rights reserved."""
    id: str
    """Identifier; the same after every rebuild."""


class KeptCitation(TypedDict):
    slug: str | None
    """null: the wording was erased."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str | None
    """null: the wording was erased."""
    headnoteSequence: int | None
    """Number of the headnote; null: the whole text."""
    erased: bool
    """Whether the wording was erased since."""


class KeptReceipt(TypedDict):
    id: str
    """Of the kept receipt."""
    keptAt: str
    """When it was kept."""
    usageId: str
    """`X-Service-Usage-Id` of the answer."""
    operation: Literal["search", "article", "rag", "verify", "mcp"]
    """Operation that was charged."""
    priceUsd: str
    """What was charged."""
    position: str | None
    """`X-Service-Corpus-Position` of the answer."""
    citationCount: int
    """How many citations the answer has."""
    recalls: int
    """How often it was recalled."""


class KeptReceiptList(TypedDict):
    receipts: list[KeptReceipt]
    """Newest first."""
    next: str | None
    """`before` of the next page; null: there is none."""


class LookUpResponse(TypedDict):
    articles: list[ArticleHead]
    """The texts that have the identifier, by slug."""
    total: int
    """Entries of the whole list."""
    limit: int
    """Entries on a page."""
    offset: int
    """Entries before this page."""


class McpRequest(TypedDict):
    jsonrpc: Literal["2.0"]
    """Version of JSON-RPC."""
    method: str
    """
    `initialize`, `ping`, `tools/list`, `tools/call`; in 2026-07-28 `server/discover`,
    `resources/list`, `resources/templates/list`, `resources/read` and `subscriptions/listen`,
    too.
    """
    params: NotRequired[dict[str, Any]]
    """
    By name; of `tools/call`: `name`, `arguments` and `_meta`; of `resources/read`: `uri`; of
    `subscriptions/listen`: `notifications`.
    """
    id: NotRequired[str | int]
    """Repeated in the answer."""


class McpResponseError(TypedDict):
    """Where it was not."""

    code: int
    """Of JSON-RPC or MCP."""
    message: str
    """What it means."""
    data: NotRequired[Any]
    """What is wrong with this call."""


class McpResponse(TypedDict):
    jsonrpc: Literal["2.0"]
    """Version of JSON-RPC."""
    id: str | int | None
    """Of the request; null: it could not be read."""
    result: NotRequired[dict[str, Any]]
    """Where the call was served."""
    error: NotRequired[McpResponseError]
    """Where it was not."""


MemberChange = TypedDict(
    "MemberChange",
    {
        # Name of the member, such as `title` or `judicialDecision.ecli`.
        "member": "str",
        # Its value; what is no text, as JSON; null: none.
        "from": "str | None",
        # Last day, inclusive; null: open.
        "to": "str | None",
    },
)


class NewSavedSearch(TypedDict):
    name: str
    """A name of your own."""
    search: NotRequired[SavedQuery]
    """As in `POST /search`, without the members of a page. Or give `cites`."""
    cites: NotRequired[str]
    """
    Texts that cite this: a citation (`article 1240 du code civil`), or its name
    (`article:code-civil:1240`).
    """
    words: NotRequired[WordsAskedInput]
    """How many of its words a text has to hold."""


class NewWebhookEndpoint(TypedDict):
    url: str
    """Where messages are posted: an address of the public internet, over https."""
    description: NotRequired[str]
    """A note of your own."""
    types: NotRequired[list[WebhookTypeInput]]
    """Types that are sent; empty: all."""
    jurisdictions: NotRequired[list[Literal["FR", "EU", "LU", "MC", "AD"]]]
    """Only changes of texts of these; empty: all."""


class PersonsPersonsItemDecisionsItem(TypedDict):
    slug: str
    """Name of the text in URLs."""
    office: str
    """Office of the person; null: not said."""
    date: str | None
    """Day of the decision; null: unknown."""


class PersonsPersonsItem(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    name: str
    """As decisions name the person; namesakes of one court are one record."""
    office: str | None
    """Office of the person; null: not said."""
    court: str | None
    """Code of the court; null: not said."""
    decisions: list[PersonsPersonsItemDecisionsItem]
    """Public decisions that name a person of the bench, the newest ones first; none for lawyers."""


class Persons(TypedDict):
    persons: list[PersonsPersonsItem]
    """Persons of the name."""
    audited: Literal[True]
    """The look-up is recorded, found or not."""
    coverage: Any
    """What is held, where nobody was found; else null."""


class ProvisionHeadValidity(TypedDict):
    """Days on which the wording is in force."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class ProvisionHead(TypedDict):
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of the hashed members."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    number: str | None
    """Number of the provision."""
    section: list[str]
    """Headings above it, the outermost first."""
    validity: ProvisionHeadValidity
    """Days on which the wording is in force."""


class QueryExplanationTermsItem(TypedDict):
    term: str
    """The term that was asked for."""
    weight: float
    """1 for a word of the query."""
    origin: Literal["word", "foreign", "group", "correction"]
    """`foreign`: of a query in another language; `group`: what a word stands for."""


class QueryExplanationCorrectionsItem(TypedDict):
    term: str
    """The term that was asked for."""
    meant: str
    """The nearest term of a text."""


Semantic: TypeAlias = Literal[
    "used", "off", "citation", "failed", "browse", "no_direction",
]


class QueryExplanationFilters(TypedDict):
    """Filters as they were applied."""

    kinds: list[str]
    """Kinds of hits."""
    anyOf: dict[str, list[str]]
    """Values by field, concepts with their narrower ones."""
    dateFrom: str | None
    """First day; null: open."""
    dateTo: str | None
    """Last day; null: open."""
    asOf: str | None
    """null: the current wordings."""


class QueryExplanation(TypedDict):
    day: str
    """Day that validity is given for."""
    terms: list[QueryExplanationTermsItem]
    """Terms that were looked for, with their weights."""
    corrections: list[QueryExplanationCorrectionsItem]
    """Terms that no text holds, and what was looked for in their place."""
    identifiers: list[str]
    """Names that the query cites."""
    semantic: Semantic
    """Whether meaning was compared: `citation`: the query is nothing but one."""
    similarityFloor: float | None
    """Cosines at or below it are chance; null: meaning was not compared."""
    filters: QueryExplanationFilters
    """Filters as they were applied."""


class QueuedWebhookMessage(TypedDict):
    id: str
    """The `webhook-id` that it has."""


class RagCitationQuoteSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class RagCitationQuoteSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class RagCitationQuoteSpan(TypedDict):
    """Where the quotation stands in `contentClean`."""

    codePoint: RagCitationQuoteSpanCodePoint
    """In Unicode code points."""
    utf16: RagCitationQuoteSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class RagCitation(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    type: Literal["article", "headnote"]
    """Its type."""
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    headnoteId: str | None
    """Id of the headnote; null: the text itself."""
    quote: str
    """`contentClean[start:end]` of the version whose hash is named."""
    quoteSpan: RagCitationQuoteSpan
    """Where the quotation stands in `contentClean`."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    statusAsOf: str | None
    """
    Day up to which facts of the citator count for the colour, also where `asOf` is earlier;
    null: none is about the text.
    """
    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""
    sourceUrl: str | None
    """Address at the publisher; null: unknown."""
    licence: str | None
    """Licence of the text; null: all rights reserved."""


class RagClaimSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class RagClaimSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class RagClaimSpan(TypedDict):
    """Where the sentence stands in `answer`."""

    codePoint: RagClaimSpanCodePoint
    """In Unicode code points."""
    utf16: RagClaimSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class RagClaim(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    text: str
    """Its words."""
    span: RagClaimSpan
    """Where the sentence stands in `answer`."""
    checkWorthy: bool
    """Whether the sentence states something that can be verified."""
    verdict: Literal["contradicted", "not_supported", "partially_supported", "supported", "unverifiable"]
    """Whether sources bear it out."""
    citationIds: list[str]
    """The citations that bear the sentence out."""


class RagRequest(TypedDict):
    question: str
    """A question of law, in French, English or Catalan."""
    filters: NotRequired[SearchFilters]
    """Texts to look at; fields combine, values of one field are alternatives."""
    asOf: NotRequired[str]
    """Day on which the law is asked for; default today."""
    language: NotRequired[str]
    """BCP 47, such as `fr`; default: the language of the question."""
    maxSources: NotRequired[int]
    """Texts to quote at most."""
    minGroundedness: NotRequired[int]
    """Below it there is no answer."""
    mode: NotRequired[Literal["extractive", "generative"]]
    """
    `extractive`: sentences chosen by rules; `generative`: a model chooses, orders and joins
    them. In both every sentence is a verbatim quote or the summary of a headnote. Default:
    `generative` where the service has a model, and what it writes can be verified; else
    `extractive`.
    """
    enableVector: NotRequired[bool]
    """The semantic ranking beside the lexical one."""


class RagResponseWarningsItem(TypedDict):
    code: str
    """Stable code, for programs."""
    severity: Literal["info", "warning", "critical"]
    """`info`, `warning` or `critical`."""
    citationId: str | None
    """The citation that it is about; null: the whole answer."""
    message: str
    """What it means, for people."""


class RagResponseRetrieval(TypedDict):
    """How the sources were found."""

    considered: int
    """Hits that were read."""
    used: int
    """Texts that are quoted."""
    lexicalHits: int
    """Hits that share words with the question."""
    vectorHits: int
    """Hits that were found by meaning alone."""
    k: int
    """Constant of Reciprocal Rank Fusion."""


class RagResponseCorpus(TypedDict):
    """The state of the corpus that was read."""

    position: str
    """Up to which event the answer knows the corpus."""
    asOf: str
    """Day that the member holds for; null: unknown."""
    builtAt: str | None
    """When the generation of the read models was begun."""
    generation: str | None
    """Of the read models: `g1` is the first."""


class RagResponseModel(TypedDict):
    """What chose the sentences; `version` is that of the rules that bind them."""

    name: str
    """Its name."""
    version: str
    """Version of the wording (semver)."""
    deterministic: bool
    """Whether the same question gets the same answer."""


class RagResponse(TypedDict):
    answer: str | None
    """Sentences with their citations as `[1]`; null: none."""
    abstained: bool
    """Whether there is no answer."""
    abstainReason: Literal["no_source", "below_groundedness", "conflicting_sources", "out_of_coverage", "asof_not_covered"] | None
    """Why there is no answer; null: there is one."""
    groundednessScore: int | None
    """
    Generative: share of the checkable sentences that were borne out, before the others were
    dropped. Extractive: measured share of such quotes that bear on what was asked.
    """
    confidence: float | None
    """
    Measured share of such answers whose first quote states the rule asked for; null where
    there is no answer.
    """
    claims: list[RagClaim]
    """Every sentence of the answer; all are borne out."""
    citations: list[RagCitation]
    """Citations, each with what it names."""
    nearest: list[RagCitation]
    """
    Where there is no answer: passages near to the question, best first. None is said to
    answer it.
    """
    warnings: list[RagResponseWarningsItem]
    """What to know before relying on the answer."""
    retrieval: RagResponseRetrieval
    """How the sources were found."""
    coverage: CoverageSummary | None
    """What is held, where there is no answer; else null."""
    corpus: RagResponseCorpus
    """The state of the corpus that was read."""
    model: RagResponseModel
    """What chose the sentences; `version` is that of the rules that bind them."""
    latencyMs: int
    """Milliseconds that the service took."""


class RecallCitationsItem(TypedDict):
    slug: str | None
    """null: the wording was erased."""
    version: str
    """Version of the wording (semver)."""
    headnoteSequence: int | None
    """Number of the headnote; null: the whole text."""


class RecallHeadnoteDerivation(TypedDict):
    """Why the point has the colour `after`."""

    flag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator."""
    rule: str
    """Rule that gave the colour."""
    because: list[str]
    """Ids of the treatments that it rests on."""
    asOf: str | None
    """Day that the member holds for; null: unknown."""
    assessedThrough: str | None
    """Position of the log up to which it was assessed; null: never."""


class RecallHeadnote(TypedDict):
    headnoteId: str | None
    """Id of the headnote; null: the text itself."""
    sequence: int | None
    """Number of the headnote; null: the whole text."""
    before: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour before the fact."""
    after: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour after the fact."""
    derivation: RecallHeadnoteDerivation
    """Why the point has the colour `after`."""


class Recall(TypedDict):
    id: str
    """The same in each delivery."""
    receiptId: str | None
    """The kept receipt; null: it is of a watch."""
    usageId: str | None
    """`X-Service-Usage-Id` of the answer."""
    handle: str | None
    """Of the watch; null: it is of a receipt."""
    citations: list[RecallCitationsItem]
    """What of the receipt is touched; none of a watch."""
    state: RecallState
    """Its state."""
    changeId: str
    """Of the change in `GET /changes`."""
    changeClass: str | None
    """Class of the change."""
    position: str
    """Of the fact that led to it."""
    headnote: RecallHeadnote | None
    """Of `flag_changed`: colours and derivation."""
    replacement: str | None
    """Slug of the text to use instead."""
    at: str
    """When it was told."""


class RecallList(TypedDict):
    recalls: list[Recall]
    """Newest first."""
    next: str | None
    """`before` of the next page; null: there is none."""


RecallState2: TypeAlias = Literal[
    "erased", "deleted", "withdrawn", "unpublished", "superseded", "flag_changed",
    "validity_changed",
]


RecallState: TypeAlias = "RecallState2"


class ReceiptCites(TypedDict):
    count: int
    """Length of the whole list."""
    sha256: str
    """Of the whole list, as canonical JSON (RFC 8785)."""
    listed: list[CitedText]
    """As many from its head as the receipt has room for."""


class Receipt(TypedDict):
    profile: Literal["receipt/1"]
    """Which members there are, and how they are made."""
    usageId: str
    """`X-Service-Usage-Id` of the answer."""
    operation: Literal["search", "article", "rag", "verify", "mcp"]
    """Operation that was charged."""
    priceUsd: str
    """What was charged, a plain decimal; `0` in the sandbox."""
    time: str
    """When the answer was sent."""
    position: str | None
    """Up to which event the answer knows the corpus; null: it says nothing of it."""
    generation: int | None
    """The build of the read models that was live; null: it was not known."""
    models: list[str]
    """Models that the service uses for this operation."""
    salt: str
    """SHA-256 of the salt that keys `request` and `answer`."""
    request: str | None
    """HMAC-SHA-256 of the request under the salt; null: its body has no canonical form."""
    answer: str | None
    """HMAC-SHA-256 of the answer under the salt; null: it was written while it was made."""
    cites: ReceiptCites | None
    """What the answer cites; null: its own lines say it."""


class ReceiptCheckRequest(TypedDict):
    """All together at most 1000 citations."""

    citations: NotRequired[list[CheckedCitation]]
    """Single citations."""
    receipts: NotRequired[list[CheckedReceipt]]
    """Receipts, of which the service says the same for each text that they cite."""


class ReceiptCheckResponse(TypedDict):
    outcomes: list[CitationOutcome]
    """One for each of `citations`, in their order."""
    receipts: list[ReceiptOutcome]
    """One for each of `receipts`, in their order."""
    head: str
    """Position up to which changes are known."""


class ReceiptKeeping(TypedDict):
    kept: bool
    """Whether receipts of charged answers are kept."""
    since: str | None
    """Since when; null: they are not."""
    receipts: int
    """Receipts that are kept now."""
    keptDays: int
    """Each receipt is deleted after so many days."""
    receiptsMax: int
    """Beyond so many the oldest ones are deleted."""


class ReceiptKeepingChange(TypedDict):
    kept: bool
    """`true`: keep receipts from now on; `false`: keep no more. Deletes none."""


class ReceiptOutcome(TypedDict):
    receipt: Receipt
    """What was signed."""
    outcomes: list[CitationOutcome]
    """One for each citation of the receipt, in their order."""
    complete: bool
    """Whether `outcomes` covers all that the answer cites; else send `citations`."""


class RegisteredWebhook(TypedDict):
    endpoint: WebhookEndpoint
    """The endpoint."""
    secret: str
    """Shown once. Give it to a library of Standard Webhooks as it is."""


class RemovedText(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    removed: Literal[True]
    """It is not public now."""


class ResolveRequest(TypedDict):
    citations: NotRequired[list[str]]
    """Citations, each answered by one result. Exactly one of `citations` and `text`."""
    text: NotRequired[str]
    """A text; each citation that is recognised in it is answered."""
    asOf: NotRequired[str]
    """Day on which the cited wordings are to be in force; default: the current wordings."""
    jurisdiction: NotRequired[Literal["FR", "EU", "LU", "MC", "AD"]]
    """Whose law is meant where a citation does not say so."""


class ResolveResponse(TypedDict):
    citations: list[ResolvedCitation]
    """Citations, each with what it names."""
    asOf: str | None
    """The day that was asked for; null: the current wordings."""


class ResolvedCitationSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class ResolvedCitationSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class ResolvedCitationSpan(TypedDict):
    """Of these words in the text, or in the given citation."""

    codePoint: ResolvedCitationSpanCodePoint
    """In Unicode code points."""
    utf16: ResolvedCitationSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


ResolvedCitationCode: TypeAlias = Literal[
    "resolved", "ambiguous", "not_found", "not_held", "ecli_invalid", "ecli_year_disagrees",
    "decision_date_disagrees", "docket_after_decision", "article_form_impossible", "range_reversed",
    "not_a_citation", "not_in_force", "too_many",
]


class ResolvedCitation(TypedDict):
    index: int
    """Place in `citations`, or in the order of the text."""
    text: str
    """The words of the citation."""
    span: ResolvedCitationSpan
    """Of these words in the text, or in the given citation."""
    status: Literal[200] | Literal[300] | Literal[400] | Literal[404] | Literal[429]
    """
    200 one text, 300 several candidates, 400 no citation or an impossible one, 404 not held,
    429 past the citations of one request; of several targets the worst.
    """
    code: ResolvedCitationCode
    """Stable code, for programs."""
    normal: str | None
    """The normal name of its first target; null: none."""
    kind: Literal["article", "act", "decision", "identifier", "gazette"] | None
    """Kind of citation; null: it is none."""
    targets: list[ResolvedTarget]
    """What it names: several for a list of articles."""
    hint: str | None
    """What to do about a 400; else null."""


ResolvedTargetCoverage = TypedDict(
    "ResolvedTargetCoverage",
    {
        # The court, work or scheme that it belongs to.
        "scope": "str",
        # Texts held.
        "documents": "int",
        # First day, inclusive; null: open.
        "from": "str | None",
        # Last day, inclusive; null: open.
        "to": "str | None",
        # Whether what is held covers it.
        "held": "bool",
    },
)


class ResolvedTarget(TypedDict):
    normal: str
    """The normal name of what is cited."""
    status: Literal[200] | Literal[300] | Literal[400] | Literal[404] | Literal[429]
    """Its state."""
    code: ResolvedCitationCode
    """Stable code, for programs."""
    articles: list[ResolvedText]
    """200: the text; 300: the candidates."""
    near: list[ResolvedText]
    """
    400 and 404: held texts with a neighbouring name, and with `not_in_force` the text on
    other days. None of them is what is cited.
    """
    coverage: ResolvedTargetCoverage | None
    """404: what is held of its court or work."""
    hint: str | None
    """What to do about a 400; else null."""


class ResolvedTextValidity(TypedDict):
    """Days on which the wording is in force."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class ResolvedTextWording(TypedDict):
    """The wording of the day that was asked for, with its days."""

    version: str
    """Version of the wording (semver)."""
    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class ResolvedText(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    contentType: ContentType
    """Kind of text."""
    jurisdiction: list[Literal["FR", "EU", "LU", "MC", "AD"]]
    """Jurisdictions of the text."""
    language: str
    """Language of the text (BCP 47)."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    publishedAt: str | None
    """When the text was published; null: unknown."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    validity: ResolvedTextValidity
    """Days on which the wording is in force."""
    ecli: str | None
    """European case law identifier; null: none is known."""
    courtCode: str | None
    """Code of the court; null: the text is no decision."""
    decisionDate: str | None
    """Day of the decision."""
    name: str
    """The normal name under which the text is filed."""
    wording: ResolvedTextWording
    """The wording of the day that was asked for, with its days."""


class RotateWebhookSecret(TypedDict):
    overlapHours: NotRequired[int]
    """How long messages are signed with the old secret, too."""


class RotatedWebhookSecret(TypedDict):
    secret: str
    """Shown once. Give it to a library of Standard Webhooks as it is."""
    previousSecretValidUntil: str | None
    """Until then messages are signed with the old secret, too; null: no longer."""


LegalDomain: TypeAlias = Literal[
    "civil", "civil.persons", "civil.family", "civil.property", "civil.obligations",
    "civil.contracts", "civil.tort", "civil.succession", "civil.security_interests",
    "civil.procedure", "commercial", "commercial.companies", "commercial.insolvency",
    "commercial.competition", "commercial.banking_finance", "commercial.insurance",
    "commercial.distribution", "commercial.transport", "public", "public.administrative",
    "public.public_procurement", "public.urban_planning", "public.environment", "public.health",
    "public.education", "public.immigration_asylum", "public.civil_service", "public.elections",
    "labour", "labour.individual", "labour.collective", "labour.social_security", "tax",
    "tax.direct", "tax.indirect", "tax.customs", "tax.procedure", "ip", "ip.copyright",
    "ip.trademark", "ip.patent", "ip.design", "eu", "eu.institutions", "eu.internal_market",
    "eu.state_aid", "criminal", "criminal.substantive", "criminal.procedure",
    "criminal.enforcement", "constitutional", "constitutional.fundamental_rights",
    "constitutional.qpc", "international", "international.private", "international.public",
    "digital", "digital.data_protection", "digital.platforms", "digital.ai", "digital.telecom",
]


TreatmentType: TypeAlias = Literal[
    "overruled", "reversed", "quashed", "annulled", "declared_unconstitutional",
    "declared_incompatible", "repealed", "superseded_by_statute", "withdrawn", "vacated",
    "quashed_in_part", "overruled_in_part", "reversed_in_part", "partially_repealed",
    "appeal_pending", "constitutional_question_pending", "preliminary_reference_pending",
    "repeal_pending", "amendment_pending", "criticised", "questioned", "limited", "distinguished",
    "not_followed", "conflicting_authority", "amended", "followed", "applied", "affirmed",
    "approved", "extended", "codified", "cited", "explained", "discussed", "related", "history",
]


SavedFiltersCourtsItem: TypeAlias = Literal[
    "fr.cc", "lu.cc", "mc.ts", "ad.tc", "fr.ccass", "fr.ce", "fr.tc", "lu.ccass", "lu.cadm",
    "mc.crev", "ad.tsj", "fr.ca", "fr.caa", "lu.ca", "mc.ca", "fr.tj", "fr.ta", "fr.tcom", "lu.tal",
    "lu.tad", "lu.jp", "lu.ta", "mc.tpi", "mc.jp", "ad.bat", "ad.tcorts", "eu.gc", "fr.cph",
    "fr.cnda", "fr.ccomptes", "fr.tpe", "lu.tt", "lu.csss", "lu.cass", "mc.tt", "mc.cal",
    "mc.tcrim", "eu.cst", "eu.cj", "coe.echr", "fr.cnil", "fr.autconc", "fr.ddd", "lu.cnpd",
    "mc.apdp", "ad.apda", "eu.edpb", "eu.com",
]


class SavedFilters(TypedDict):
    jurisdictions: NotRequired[list[Literal["FR", "EU", "LU", "MC", "AD"]]]
    """Jurisdictions of the text."""
    conceptIds: NotRequired[list[str]]
    """Concepts of a controlled vocabulary."""
    courtLevels: NotRequired[list[CourtLevel]]
    """Level of the court."""
    statusFlags: NotRequired[list[Literal["red", "orange", "yellow", "green", "gray"]]]
    """Citator status of the hit itself; `gray`: not assessed."""
    legalRuleTypes: NotRequired[list[Literal["ratio", "obiter", "distinction"]]]
    """Kind of a headnote."""
    doctrineSubtypes: NotRequired[list[DoctrineSubtype]]
    """Genre of doctrine."""
    legalDomains: NotRequired[list[LegalDomain]]
    """Field of law; a root such as `civil` finds its leaves."""
    treatmentTypes: NotRequired[list[TreatmentType]]
    """What later texts did to it, such as `followed`."""
    contentTypes: NotRequired[list[ContentType]]
    """Kind of text, such as `jurisprudence`."""
    courts: NotRequired[list[SavedFiltersCourtsItem]]
    """Courts by code, such as `fr.ccass`."""
    chambers: NotRequired[list[Chamber]]
    """Chambers of the court, such as `soc`."""
    solutions: NotRequired[list[Solution]]
    """What the court decided, such as `cassation`."""
    languages: NotRequired[list[str]]
    """Languages of the text (BCP 47); `fr` finds `fr-LU` too."""
    cites: NotRequired[list[str]]
    """Names that the text cites, such as `article:code-civil:1240`."""
    identifiers: NotRequired[list[str]]
    """Names of the text itself: `ecli:…`, `celex:32016r0679`, `docket:19-60.222`."""
    provision: NotRequired[str]
    """One provision or work by its name: texts that are it, or cite it or a part of it."""
    dateFrom: NotRequired[str]
    """First day, inclusive; texts without a date are out."""
    dateTo: NotRequired[str]
    """Last day, inclusive."""
    asOf: NotRequired[str]
    """The wording in force on that day; without it only the current wording is found."""
    inForce: NotRequired[Literal[True]]
    """Leaves out law that has ended or not begun on the day of `asOf`, else today."""


class SavedQuery(TypedDict):
    text: NotRequired[str]
    """Words, a question or a citation; empty: a browse by filters, newest first."""
    filters: NotRequired[SearchFilters]
    """Texts to look at; fields combine, values of one field are alternatives."""
    includeHeadnotes: NotRequired[bool]
    """Headnotes among the hits."""


class SavedSearch(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    name: str
    """A name of your own."""
    search: ShownQuery
    """What is searched."""
    words: WordsAsked
    """How many of its words a text has to hold."""
    enabled: bool
    """Whether it is followed."""
    pausedAt: str | None
    """Since when it is not followed; null: it is."""
    pausedCause: Literal["owner", "too_broad"] | None
    """`owner`: you paused it; `too_broad`: it came to match more texts than a saved search may."""
    matches: int
    """Texts that match it now."""
    followsAfter: str
    """Texts that begin or cease to match above this position are told."""
    feed: str
    """
    Path of its Atom feed at this service. Whoever has the path can read it: keep it to
    yourself.
    """
    createdAt: str
    """When it was saved."""


class SavedSearchChange(TypedDict):
    name: NotRequired[str]
    """A name of your own."""
    enabled: NotRequired[bool]
    """`false`: nothing is told until it is `true` again; it then begins anew."""


class SavedSearchList(TypedDict):
    searches: list[SavedSearch]
    """Oldest first."""


class ScanResponse(TypedDict):
    rows: list[ScannedText | RemovedText]
    """By id, ascending; a page may be short or empty."""
    next: str | None
    """`after` of the next page; null: the scan is complete."""
    position: str
    """The position that all pages of the scan show the corpus at."""


class ScannedTextValidity(TypedDict):
    """Days on which the wording is in force, both inclusive."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class ScannedText(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    removed: Literal[False]
    """The text is still public."""
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    version: str
    """The wording at the position of the scan."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    contentType: ContentType
    """Kind of text."""
    jurisdiction: list[str]
    """Jurisdictions of the text."""
    language: str
    """Language of the text (BCP 47)."""
    date: str | None
    """The day that filters use; null: unknown."""
    publishedAt: str | None
    """When the text was published; null: unknown."""
    validity: ScannedTextValidity
    """Days on which the wording is in force, both inclusive."""
    isCurrent: bool
    """Whether GET /articles/{slug} still gives this wording under this slug."""


class SearchFilters(TypedDict):
    jurisdictions: NotRequired[list[Literal["FR", "EU", "LU", "MC", "AD"]]]
    """Jurisdictions of the text."""
    conceptIds: NotRequired[list[str]]
    """Concepts of a controlled vocabulary."""
    courtLevels: NotRequired[list[CourtLevel]]
    """Level of the court."""
    statusFlags: NotRequired[list[Literal["red", "orange", "yellow", "green", "gray"]]]
    """Citator status of the hit itself; `gray`: not assessed."""
    legalRuleTypes: NotRequired[list[Literal["ratio", "obiter", "distinction"]]]
    """Kind of a headnote."""
    doctrineSubtypes: NotRequired[list[DoctrineSubtype]]
    """Genre of doctrine."""
    legalDomains: NotRequired[list[LegalDomain]]
    """Field of law; a root such as `civil` finds its leaves."""
    treatmentTypes: NotRequired[list[TreatmentType]]
    """What later texts did to it, such as `followed`."""
    contentTypes: NotRequired[list[ContentType]]
    """Kind of text, such as `jurisprudence`."""
    courts: NotRequired[list[SavedFiltersCourtsItem]]
    """Courts by code, such as `fr.ccass`."""
    chambers: NotRequired[list[Chamber]]
    """Chambers of the court, such as `soc`."""
    solutions: NotRequired[list[Solution]]
    """What the court decided, such as `cassation`."""
    languages: NotRequired[list[str]]
    """Languages of the text (BCP 47); `fr` finds `fr-LU` too."""
    cites: NotRequired[list[str]]
    """Names that the text cites, such as `article:code-civil:1240`."""
    identifiers: NotRequired[list[str]]
    """Names of the text itself: `ecli:…`, `celex:32016r0679`, `docket:19-60.222`."""
    provision: NotRequired[str]
    """One provision or work by its name: texts that are it, or cite it or a part of it."""
    dateFrom: NotRequired[str]
    """First day, inclusive; texts without a date are out."""
    dateTo: NotRequired[str]
    """Last day, inclusive."""
    asOf: NotRequired[str]
    """The wording in force on that day; without it only the current wording is found."""
    inForce: NotRequired[Literal[True]]
    """Leaves out law that has ended or not begun on the day of `asOf`, else today."""


class SearchHitValidity(TypedDict):
    """Days on which the wording is in force, both inclusive."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class SearchHitSnippetSpan(TypedDict):
    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class SearchHit(TypedDict):
    type: Literal["article"]
    """Its type."""
    score: float
    """Reciprocal Rank Fusion: the sum of 1 / (60 + rank)."""
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    abstract: str | None
    """Summary of the text; null: it has none."""
    language: str
    """Language of the text (BCP 47)."""
    jurisdiction: list[str]
    """Jurisdictions of the text."""
    contentType: ContentType
    """Kind of text."""
    publishedAt: str | None
    """When the text was published; null: unknown."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    validity: SearchHitValidity
    """Days on which the wording is in force, both inclusive."""
    inForce: bool
    """Whether its validity includes the day of `asOf`, else today; true without one."""
    snippet: str | None
    """
    HTML-safe: the best piece of `contentClean`, escaped, matched terms in `<mark>`; null: not
    asked for.
    """
    snippetSpan: SearchHitSnippetSpan | None
    """Its place in `contentClean`, in code points."""
    passageHeading: str | None
    """Heading above the snippet; null: none."""
    matchedIdentifiers: list[str]
    """Names that the query cites and that are names of this text."""
    headnotes: NotRequired[list[HeadnoteHit]]
    """Headnotes of the text that are hits, present where the request says `collapse`."""
    explanation: NotRequired[Explanation]
    """Present where the request says `explain`."""


class SearchHitOfFieldsValidity(TypedDict):
    """Days on which the wording is in force, both inclusive."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class SearchHitOfFieldsSnippetSpan(TypedDict):
    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class SearchHitOfFields(TypedDict):
    type: Literal["article"]
    """Its type."""
    score: float
    """Reciprocal Rank Fusion: the sum of 1 / (60 + rank)."""
    slug: str
    """Name of the text in URLs."""
    title: NotRequired[str]
    """Title of the text."""
    abstract: NotRequired[str | None]
    """Summary of the text; null: it has none."""
    language: NotRequired[str]
    """Language of the text (BCP 47)."""
    jurisdiction: NotRequired[list[str]]
    """Jurisdictions of the text."""
    contentType: NotRequired[ContentType]
    """Kind of text."""
    publishedAt: NotRequired[str | None]
    """When the text was published; null: unknown."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    statusFlag: NotRequired[Literal["red", "orange", "yellow", "green", "gray"]]
    """Colour of the citator; `gray`: not assessed."""
    validity: NotRequired[SearchHitOfFieldsValidity]
    """Days on which the wording is in force, both inclusive."""
    inForce: NotRequired[bool]
    """Whether its validity includes the day of `asOf`, else today; true without one."""
    snippet: NotRequired[str | None]
    """
    HTML-safe: the best piece of `contentClean`, escaped, matched terms in `<mark>`; null: not
    asked for.
    """
    snippetSpan: NotRequired[SearchHitOfFieldsSnippetSpan | None]
    """Its place in `contentClean`, in code points."""
    passageHeading: NotRequired[str | None]
    """Heading above the snippet; null: none."""
    matchedIdentifiers: NotRequired[list[str]]
    """Names that the query cites and that are names of this text."""
    headnotes: NotRequired[list[HeadnoteHitOfFields]]
    """Points of law, in their order."""
    explanation: NotRequired[Explanation]
    """Present where the request says `explain`."""


class SearchNews(TypedDict):
    id: str
    """The same in each delivery."""
    state: Literal["matched", "unmatched"]
    """`matched`: it began to match; `unmatched`: it ceased to."""
    at: str
    """When it was found."""
    articleId: str
    """Id of the text."""
    slug: str
    """Slug of the text; of one that is gone its last one."""
    version: str | None
    """The version that is served; null: nothing is served of the text any more."""
    sha256Hash: str | None
    """Hash of that version."""
    position: str
    """Position of the log up to which the corpus was known."""


class SearchNewsList(TypedDict):
    news: list[SearchNews]
    """Newest first."""
    next: str | None
    """`before` of the next page; null: there is none."""


SearchRequestFacetsItem: TypeAlias = Literal[
    "contentTypes", "jurisdictions", "courts", "courtLevels", "chambers", "solutions", "languages",
    "legalDomains", "conceptIds", "doctrineSubtypes", "statusFlags", "legalRuleTypes", "years",
]


Field: TypeAlias = Literal[
    "abstract", "articleSlug", "articleTitle", "contentType", "explanation", "headnoteId",
    "headnotes", "inForce", "jurisdiction", "language", "legalRuleType", "matchedIdentifiers",
    "passageHeading", "publishedAt", "score", "sequence", "sha256Hash", "slug", "snippet",
    "snippetSpan", "statusFlag", "summary", "title", "type", "validity", "version",
]


class SearchRequest(TypedDict):
    text: NotRequired[str]
    """Words, a question or a citation; empty: a browse by filters, newest first."""
    filters: NotRequired[SearchFilters]
    """Texts to look at; fields combine, values of one field are alternatives."""
    limit: NotRequired[int]
    """Hits at most."""
    offset: NotRequired[int]
    """Hits to skip: the place of the first one."""
    includeHeadnotes: NotRequired[bool]
    """Headnotes among the hits."""
    enableVector: NotRequired[bool]
    """The semantic ranking beside the lexical one."""
    sort: NotRequired[Literal["relevance", "date", "date_asc", "authority"]]
    """Order of the whole result: `date` is newest first; texts without a date come last."""
    facets: NotRequired[list[SearchRequestFacetsItem]]
    """Counts of the whole result by these fields, exact."""
    collapse: NotRequired[bool]
    """Folds headnotes under their text: `hits`, `total` and `offset` count texts."""
    fields: NotRequired[list[Field]]
    """Members of a hit to return, with type, slug, score, version and sha256Hash; absent: all."""
    explain: NotRequired[bool]
    """Why each hit has its place: terms, meaning, ranks and filters."""


class SearchResponseWarningsItem(TypedDict):
    path: str
    """Place in the request."""
    value: str
    """The value."""
    closest: str | None
    """The closest value that is known; absent or null: none is near."""


class SearchResponse(TypedDict):
    hits: list[SearchHit | HeadnoteHit]
    """Articles and headnotes by descending score."""
    total: int
    """Exact, and the same on every page."""
    offset: int
    """Hits before this page."""
    limit: int
    """Hits on a page."""
    embeddingCostUsd: float
    """What embedding the query cost; part of the price."""
    latencyMs: int
    """Milliseconds that the service took."""
    warnings: list[SearchResponseWarningsItem]
    """Filter values that no text carries."""
    facets: NotRequired[dict[str, Facet]]
    """Present where the request names facets, one member for each."""
    explanation: NotRequired[QueryExplanation]
    """Present where the request says `explain`."""
    degraded: NotRequired[list[Literal["vector"]]]
    """Present where a ranking failed and the other answered alone."""


class SearchResponseOfFieldsWarningsItem(TypedDict):
    path: str
    """Place in the request."""
    value: str
    """The value."""
    closest: str | None
    """The closest value that is known; absent or null: none is near."""


class SearchResponseOfFields(TypedDict):
    """What was found, with the members of hits that `fields` names."""

    hits: list[SearchHitOfFields | HeadnoteHitOfFields]
    """Articles and headnotes by descending score."""
    total: int
    """Exact, and the same on every page."""
    offset: int
    """Hits before this page."""
    limit: int
    """Hits on a page."""
    embeddingCostUsd: float
    """What embedding the query cost; part of the price."""
    latencyMs: int
    """Milliseconds that the service took."""
    warnings: list[SearchResponseOfFieldsWarningsItem]
    """Filter values that no text carries."""
    facets: NotRequired[dict[str, Facet]]
    """Present where the request names facets, one member for each."""
    explanation: NotRequired[QueryExplanation]
    """Present where the request says `explain`."""
    degraded: NotRequired[list[Literal["vector"]]]
    """Present where a ranking failed and the other answered alone."""


class Section(TypedDict):
    id: str
    """Names the section in this work, as long as its headings stay."""
    title: str
    """Its heading."""
    level: int
    """1: the outermost."""
    texts: int
    """Texts held."""


class ShownQuery(TypedDict):
    text: str
    """Words, a question or a citation; empty: a browse by filters, newest first."""
    filters: SavedFilters
    """As in a search."""
    includeHeadnotes: bool
    """Headnotes among the hits."""


class ShownReceipt(TypedDict):
    id: str
    """Of the kept receipt."""
    keptAt: str
    """When it was kept."""
    usageId: str
    """`X-Service-Usage-Id` of the answer."""
    operation: Literal["search", "article", "rag", "verify", "mcp"]
    """Operation that was charged."""
    priceUsd: str
    """What was charged."""
    position: str | None
    """`X-Service-Corpus-Position` of the answer."""
    citationCount: int
    """How many citations the answer has."""
    recalls: int
    """How often it was recalled."""
    receipt: str | None
    """As in `X-Service-Receipt`, without its salt; null: it names an erased wording."""
    citations: list[KeptCitation]
    """What the answer cites, in its order."""


class SimilarTextsSimilarItem(TypedDict):
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    contentType: ContentType
    """Kind of text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    similarity: float
    """Mean cosine of its nearest passage to each passage of the text."""


class SimilarTexts(TypedDict):
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of the hashed members."""
    similar: list[SimilarTextsSimilarItem]
    """The nearest first."""


class SuggestResponse(TypedDict):
    suggestions: list[Suggestion]
    """Citations first, then titles, concepts."""


class Suggestion(TypedDict):
    type: Literal["citation", "title", "concept"]
    """Its type."""
    text: str
    """What to show: the title of a text, the label of a concept."""
    slug: str | None
    """Of the text; null for a concept."""
    name: str | None
    """Of a citation: the normal name that begins as what was typed; else null."""
    conceptId: str | None
    """Of the concept; null for a text."""


class TermDefinitionsItem(TypedDict):
    conceptId: str
    """Id of the concept."""
    vocabulary: str
    """Vocabulary of the concept."""
    label: str
    """Its label."""
    definition: dict[str, str]
    """Definition, by language."""


class TermPassagesItemQuoteSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TermPassagesItemQuoteSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TermPassagesItemQuoteSpan(TypedDict):
    """Where the quotation stands in `contentClean`."""

    codePoint: TermPassagesItemQuoteSpanCodePoint
    """In Unicode code points."""
    utf16: TermPassagesItemQuoteSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class TermPassagesItem(TypedDict):
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    contentType: ContentType
    """Kind of text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    quote: str
    """`contentClean[start:end]` of the version whose hash is named."""
    quoteSpan: TermPassagesItemQuoteSpan
    """Where the quotation stands in `contentClean`."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    defines: bool
    """It reads as a definition."""


class Term(TypedDict):
    term: str
    """The term that was asked for."""
    definitions: list[TermDefinitionsItem]
    """Of the controlled vocabularies."""
    passages: list[TermPassagesItem]
    """Passages of the corpus, definitions first."""
    coverage: CoverageSummary | None
    """What is held, where nothing was found; else null."""


class TextChangeFromSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TextChangeFromSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TextChangeFromSpan(TypedDict):
    """In the text of this version; empty where words are only on one side."""

    codePoint: TextChangeFromSpanCodePoint
    """In Unicode code points."""
    utf16: TextChangeFromSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class TextChangeFrom(TypedDict):
    """First day, inclusive; null: open."""

    text: str
    """Exactly the words at `span`; empty: there are none."""
    span: TextChangeFromSpan
    """In the text of this version; empty where words are only on one side."""


class TextChangeToSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TextChangeToSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TextChangeToSpan(TypedDict):
    """In the text of this version; empty where words are only on one side."""

    codePoint: TextChangeToSpanCodePoint
    """In Unicode code points."""
    utf16: TextChangeToSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class TextChangeTo(TypedDict):
    """Last day, inclusive; null: open."""

    text: str
    """Exactly the words at `span`; empty: there are none."""
    span: TextChangeToSpan
    """In the text of this version; empty where words are only on one side."""


TextChange = TypedDict(
    "TextChange",
    {
        # What kind it is of.
        "kind": "Literal['added', 'removed', 'replaced']",
        # First day, inclusive; null: open.
        "from": "TextChangeFrom",
        # Last day, inclusive; null: open.
        "to": "TextChangeTo",
    },
)


class TextChronologyProcedureChronologyItemTarget(TypedDict):
    """The other decision."""

    ecli: str | None
    """European case law identifier; null: none is known."""
    docket: str | None
    """Docket number; null: unknown."""
    slug: str | None
    """Name of the text in URLs."""
    date: str | None
    """Day of the decision; null: unknown."""


class TextChronologyProcedureChronologyItem(TypedDict):
    relation: str
    """`cassation_of`, `appeal_of` …: earlier steps; `quashed_by` …: later ones."""
    target: TextChronologyProcedureChronologyItemTarget
    """The other decision."""
    certainty: Literal["official", "extracted", "probable"]
    """Whether a source states it, its text does, or it is only likely."""
    evidence: str | None
    """Words that state the step."""


TextChronologyProcedureFateStatus: TypeAlias = Literal[
    "final", "appealed", "quashed", "quashed_in_part", "reversed", "affirmed", "unknown",
    "reversed_in_part", "annulled", "vacated",
]


class TextChronologyProcedureFateBy(TypedDict):
    ecli: str | None
    """European case law identifier; null: none is known."""
    docket: str | None
    """Docket number; null: unknown."""
    slug: str | None
    """Name of the text in URLs."""
    date: str | None
    """Day of the decision; null: unknown."""


class TextChronologyProcedureFate(TypedDict):
    """What became of the decision."""

    status: TextChronologyProcedureFateStatus
    """Its state."""
    by: TextChronologyProcedureFateBy | None
    """Who or what did it."""
    asOf: str | None
    """Day of the decision that decided it."""


class TextChronologyProcedure(TypedDict):
    completeness: Literal["complete", "partial", "unknown"]
    """Whether the source states the whole chain; `unknown` is not none."""
    chronology: list[TextChronologyProcedureChronologyItem]
    """Other decisions of the case."""
    fate: TextChronologyProcedureFate
    """What became of the decision."""


class TextChronologyStatesItemValidity(TypedDict):
    """Days on which the wording is in force."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class TextChronologyStatesItem(TypedDict):
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    validity: TextChronologyStatesItemValidity
    """Days on which the wording is in force."""
    current: bool
    """Whether it is the wording that is served."""


class TextChronologyEventsItem(TypedDict):
    date: str
    """Day of the decision; null: unknown."""
    event: str
    """What happened."""
    certainty: str
    """Whether a source states it, its text does, or it is only likely."""


class TextChronology(TypedDict):
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    kind: Literal["case", "provision", "text"]
    """What kind it is of."""
    procedure: TextChronologyProcedure | None
    """Of a case: `completeness: unknown` says that nothing is known, not that there is nothing."""
    states: list[TextChronologyStatesItem]
    """Of law: its wordings by period in force."""
    events: list[TextChronologyEventsItem]
    """
    What has a date, ascending; of what a later text did, whether it is confirmed or
    suggested.
    """
    notes: list[str]
    """What to know when reading the answer."""


class TextCitationSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TextCitationSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TextCitationSpan(TypedDict):
    """Where it stands; null: nowhere in particular."""

    codePoint: TextCitationSpanCodePoint
    """In Unicode code points."""
    utf16: TextCitationSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


TextCitationCode: TypeAlias = Literal[
    "resolved", "ambiguous", "not_found", "not_held", "ecli_invalid", "ecli_year_disagrees",
    "decision_date_disagrees", "docket_after_decision", "article_form_impossible", "range_reversed",
]


TextCitationCoverage = TypedDict(
    "TextCitationCoverage",
    {
        # The court, work or scheme that it belongs to.
        "scope": "str",
        # Texts held.
        "documents": "int",
        # First day, inclusive; null: open.
        "from": "str | None",
        # Last day, inclusive; null: open.
        "to": "str | None",
        # Whether what is held covers it.
        "held": "bool",
    },
)


class TextCitation(TypedDict):
    normal: str
    """Normal name: the same for every way to write the citation."""
    kind: Literal["article", "act", "decision", "identifier", "gazette"]
    """What kind it is of."""
    confidence: Literal["certain", "ambiguous"]
    """From 0 to 1."""
    quote: str
    """Its words: `contentClean[start:end]`."""
    span: TextCitationSpan
    """Where it stands; null: nowhere in particular."""
    state: Literal["resolved", "ambiguous", "unresolved"]
    """Its state."""
    code: TextCitationCode | None
    """Of an unresolved one: why; null: it is resolved, or nothing says why."""
    coverage: TextCitationCoverage | None
    """What is held of the court or the work."""
    targets: list[str]
    """Slugs of the texts that it names."""


class TextCitations(TypedDict):
    slug: str
    """Name of the text in URLs."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the canonical JSON (RFC 8785) of the hashed members."""
    citations: list[TextCitation]
    """Citations, each with what it names."""
    unresolved: int
    """Citations of the text that name nothing held."""
    more: bool
    """The text has more citations than are looked at."""
    total: int
    """Entries of the whole list."""
    limit: int
    """Entries on a page."""
    offset: int
    """Entries before this page."""


class TextRelationsCitingItemSpan(TypedDict):
    """Where it stands; null: nowhere in particular."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TextRelationsCitingItem(TypedDict):
    normal: str
    """Normal name: the same for every way to write the citation."""
    kind: Literal["article", "act", "decision", "identifier", "gazette"]
    """What kind it is of."""
    confidence: Literal["certain", "ambiguous"]
    """From 0 to 1."""
    span: TextRelationsCitingItemSpan
    """Where it stands; null: nowhere in particular."""
    sourceId: str
    """Id of the text that cites."""
    sourceSlug: str
    """Slug of the text that cites."""
    sourceVersion: str
    """Version of the text that cites."""
    targetId: str | None
    """Id of the text that is cited; null: none is held."""
    targetSlug: str | None
    """Slug of the text that is meant; null: none is held."""


class TextRelationsCitedItemSpan(TypedDict):
    """Where it stands; null: nowhere in particular."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class TextRelationsCitedItem(TypedDict):
    normal: str
    """Normal name: the same for every way to write the citation."""
    kind: Literal["article", "act", "decision", "identifier", "gazette"]
    """What kind it is of."""
    confidence: Literal["certain", "ambiguous"]
    """From 0 to 1."""
    span: TextRelationsCitedItemSpan
    """Where it stands; null: nowhere in particular."""
    sourceId: str
    """Id of the text that cites."""
    sourceSlug: str
    """Slug of the text that cites."""
    sourceVersion: str
    """Version of the text that cites."""
    targetId: str | None
    """Id of the text that is cited; null: none is held."""
    targetSlug: str | None
    """Slug of the text that is meant; null: none is held."""


class TextRelationsTreatmentsDerivation(TypedDict):
    """Why the point has its colour."""

    flag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator."""
    rule: str
    """Rule that gave the colour."""
    because: list[str]
    """Ids of the treatments that it rests on."""
    asOf: str | None
    """Day that the member holds for; null: unknown."""
    assessedThrough: str | None
    """Position of the log up to which it was assessed; null: never."""


class TextRelationsTreatmentsPointsItemDerivation(TypedDict):
    """Why the point has its colour."""

    flag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator."""
    rule: str
    """Rule that gave the colour."""
    because: list[str]
    """Ids of the treatments that it rests on."""
    asOf: str | None
    """Day that the member holds for; null: unknown."""
    assessedThrough: str | None
    """Position of the log up to which it was assessed; null: never."""


class TextRelationsTreatmentsPointsItemReliesOnItem(TypedDict):
    slug: str | None
    """Name of the text in URLs."""
    sequence: int | None
    """Number of the headnote, from 1."""


class TextRelationsTreatmentsPointsItem(TypedDict):
    sequence: int | None
    """Number of the headnote, from 1."""
    legalRuleType: str | None
    """Kind of the point of law; null: not said."""
    derivation: TextRelationsTreatmentsPointsItemDerivation
    """Why the point has its colour."""
    reliesOn: list[TextRelationsTreatmentsPointsItemReliesOnItem]
    """Points that it needs as support."""


class TextRelationsTreatmentsReceivedItemSource(TypedDict):
    """Where the text comes from."""

    slug: str | None
    """Name of the text in URLs."""
    ecli: str | None
    """European case law identifier; null: none is known."""
    courtCode: str | None
    """Code of the court."""
    formation: str | None
    """Formation of the court."""
    pinpoint: str | None
    """Place in the source; null: none is named."""
    quote: str | None
    """Words of the source; null: none are quoted."""


class TextRelationsTreatmentsReceivedItem(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    type: TreatmentType
    """Its type."""
    source: TextRelationsTreatmentsReceivedItemSource
    """Where the text comes from."""
    polarity: Literal["negative", "neutral", "positive"]
    """Whether it strengthens, weakens or leaves the text as it is."""
    effectiveDate: str
    """Day from which it holds."""
    status: Literal["confirmed", "suggested"]
    """Its state."""
    confidencePercent: int | None
    """How sure a machine is of it, from 0 to 100; null: a person said it."""
    headnoteSequence: int | None
    """null: the whole text is treated."""
    decides: bool
    """Whether a colour of the text rests on it."""


class TextRelationsTreatmentsGivenItemSource(TypedDict):
    """Where the text comes from."""

    slug: str | None
    """Name of the text in URLs."""
    ecli: str | None
    """European case law identifier; null: none is known."""
    courtCode: str | None
    """Code of the court."""
    formation: str | None
    """Formation of the court."""
    pinpoint: str | None
    """Place in the source; null: none is named."""
    quote: str | None
    """Words of the source; null: none are quoted."""


class TextRelationsTreatmentsGivenItem(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    type: TreatmentType
    """Its type."""
    source: TextRelationsTreatmentsGivenItemSource
    """Where the text comes from."""
    polarity: Literal["negative", "neutral", "positive"]
    """Whether it strengthens, weakens or leaves the text as it is."""
    effectiveDate: str
    """Day from which it holds."""
    status: Literal["confirmed", "suggested"]
    """Its state."""
    confidencePercent: int | None
    """How sure a machine is of it, from 0 to 100; null: a person said it."""
    headnoteSequence: int | None
    """null: the whole text is treated."""
    targetSlug: str | None
    """Slug of the text that is meant; null: none is held."""


class TextRelationsTreatments(TypedDict):
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    derivation: TextRelationsTreatmentsDerivation
    """Why the point has its colour."""
    points: list[TextRelationsTreatmentsPointsItem]
    """Each headnote with its own colour and what it relies on; a text without any is one point."""
    received: list[TextRelationsTreatmentsReceivedItem]
    """What later texts did to this one."""
    given: list[TextRelationsTreatmentsGivenItem]
    """What this text did to those that it cites."""
    reliedOnBy: list[str]
    """Texts with a point that needs one of this text as support."""


class TextRelationsCommentedDecisionsItem(TypedDict):
    slug: str
    """Name of the text in URLs."""
    normal: str
    """Normal name: the same for every way to write the citation."""
    relation: Literal["comments_on", "commented_by"]
    """What the other decision is of this one."""


class TextRelationsVersionsItemValidity(TypedDict):
    """Days on which the wording is in force."""

    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class TextRelationsVersionsItemInForceItem(TypedDict):
    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class TextRelationsVersionsItem(TypedDict):
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    validity: TextRelationsVersionsItemValidity
    """Days on which the wording is in force."""
    inForce: list[TextRelationsVersionsItemInForceItem]
    """The days on which it is in force; empty: no source says, or on none."""
    publishedAt: str | None
    """When the text was published; null: unknown."""
    current: bool
    """Whether it is the wording that is served."""


class TextRelationsSimilarItem(TypedDict):
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    contentType: ContentType
    """Kind of text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    similarity: float
    """Mean cosine of its nearest passage to each passage of the text."""


class TextRelations(TypedDict):
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    citing: list[TextRelationsCitingItem]
    """Citations in the text."""
    cited: list[TextRelationsCitedItem]
    """Citations of the text in other texts."""
    treatments: TextRelationsTreatments | None
    """The colour of the text and why it has it, and its treatments in both directions."""
    commentedDecisions: list[TextRelationsCommentedDecisionsItem]
    """Decisions that the text comments on, or texts that comment on the decision."""
    versions: list[TextRelationsVersionsItem]
    """Wordings of the text."""
    similar: list[TextRelationsSimilarItem]
    """The nearest first."""
    notes: list[str]
    """What the service does not hold or has left out."""
    total: int
    """Entries of the whole list."""
    limit: int
    """Entries on a page."""
    offset: int
    """Entries before this page."""


class UsageKey(TypedDict):
    """The key that asks."""

    calls: int
    """Charged calls."""
    microUsd: int
    """Micro-dollars: 1 USD is 1,000,000."""
    costUsd: str
    """The same in USD, a plain decimal."""
    days: list[UsageOfDay]
    """By day and operation, ascending."""
    id: str
    """Identifier; the same after every rebuild."""
    capUsd: str | None
    """Monthly spending cap; null: none."""
    capMode: Literal["soft", "hard"]
    """`soft`: served above the cap, with a warning; `hard`: refused."""


class UsageAccount(TypedDict):
    """The account of the key."""

    calls: int
    """Charged calls."""
    microUsd: int
    """Micro-dollars: 1 USD is 1,000,000."""
    costUsd: str
    """The same in USD, a plain decimal."""
    days: list[UsageOfDay]
    """By day and operation, ascending."""
    id: str
    """Identifier; the same after every rebuild."""


class Usage(TypedDict):
    month: str
    """Calendar month, UTC."""
    key: UsageKey
    """The key that asks."""
    account: UsageAccount
    """The account of the key."""


class UsageOfDay(TypedDict):
    day: str
    """Day, UTC."""
    operation: Literal["search", "article", "rag", "verify", "mcp"]
    """Operation that was charged."""
    calls: int
    """Charged calls."""
    microUsd: int
    """Micro-dollars: 1 USD is 1,000,000."""
    costUsd: str
    """The same in USD, a plain decimal."""


class VerifiedCitationSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedCitationSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedCitationSpan(TypedDict):
    """Where it stands; null: nowhere in particular."""

    codePoint: VerifiedCitationSpanCodePoint
    """In Unicode code points."""
    utf16: VerifiedCitationSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class VerifiedCitationCandidatesItemReplacedBy(TypedDict):
    slug: str
    """Name of the text in URLs."""


class VerifiedCitationCandidatesItem(TypedDict):
    slug: str
    """Name of the text in URLs."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    statusAsOf: str | None
    """
    Day up to which facts of the citator count for the colour, also where `asOf` is earlier;
    null: none is about the text.
    """
    ecli: str | None
    """European case law identifier; null: none is known."""
    replacedBy: VerifiedCitationCandidatesItemReplacedBy | None
    """What took its place; null: nothing did."""


class VerifiedCitation(TypedDict):
    text: str
    """Its words."""
    span: VerifiedCitationSpan
    """Where it stands; null: nowhere in particular."""
    status: Literal[200] | Literal[300] | Literal[400] | Literal[404] | Literal[429]
    """
    200 resolved, 300 ambiguous, 400 malformed, 404 not found, 429 past the citations of one
    request.
    """
    code: str
    """Stable code, for programs."""
    normalized: list[str]
    """The citation in its usual forms."""
    candidates: list[VerifiedCitationCandidatesItem]
    """Texts that may be meant."""


class VerifiedClaimSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedClaimSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedClaimSpan(TypedDict):
    """Where it stands; null: nowhere in particular."""

    codePoint: VerifiedClaimSpanCodePoint
    """In Unicode code points."""
    utf16: VerifiedClaimSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class VerifiedClaimEvidenceItemQuoteSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedClaimEvidenceItemQuoteSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedClaimEvidenceItemQuoteSpan(TypedDict):
    """Where the quotation stands in `contentClean`."""

    codePoint: VerifiedClaimEvidenceItemQuoteSpanCodePoint
    """In Unicode code points."""
    utf16: VerifiedClaimEvidenceItemQuoteSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class VerifiedClaimEvidenceItem(TypedDict):
    slug: str
    """Name of the text in URLs."""
    title: str
    """Title of the text."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    quote: str
    """`contentClean[start:end]` of the version whose hash is named."""
    quoteSpan: VerifiedClaimEvidenceItemQuoteSpan
    """Where the quotation stands in `contentClean`."""
    headnoteSequence: int | None
    """The headnote that says it, if one does."""
    stance: Literal["supports", "contradicts", "near"]
    """Whether the passage supports the claim, contradicts it or is near it."""
    statusFlag: Literal["red", "orange", "yellow", "green", "gray"]
    """Colour of the citator; `gray`: not assessed."""
    statusAsOf: str | None
    """
    Day up to which facts of the citator count for the colour, also where `asOf` is earlier;
    null: none is about the text.
    """
    validFrom: str | None
    """First day in force; null: unknown."""
    validTo: str | None
    """Last day in force; null: it has none."""


class VerifiedClaimConflictsItem(TypedDict):
    kind: str
    """What kind it is of."""
    said: str
    """Words of the claim."""
    source: str | None
    """Where the text comes from."""


Kind: TypeAlias = Literal[
    "modality", "polarity", "bearer", "term", "number", "date", "authority", "name", "quotation",
    "condition", "exception", "scope", "wording", "role", "entailment", "plea",
]


class VerifiedClaimDifferencesItem(TypedDict):
    kind: Kind
    """What kind it is of."""
    said: str | None
    """Words of the claim; null: it leaves something out."""
    source: str | None
    """Words of the source; null: it has none."""


class VerifiedClaimSuggestedItem(TypedDict):
    verdict: Literal["contradicted", "not_supported", "partially_supported", "supported", "unverifiable"]
    """Whether sources bear it out."""
    by: str
    """Who or what did it."""
    confidence: float
    """From 0 to 1."""
    suggested: Literal[True]
    """Always true: a model thinks so, and it decides nothing."""


class VerifiedClaim(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    text: str
    """Its words."""
    span: VerifiedClaimSpan
    """Where it stands; null: nowhere in particular."""
    checkWorthy: bool
    """Whether the sentence states something that can be verified."""
    verdict: Literal["contradicted", "not_supported", "partially_supported", "supported", "unverifiable"]
    """Whether sources bear it out."""
    score: float
    """The measured share of claims judged like this one that are right."""
    currency: Literal["current", "superseded", "repealed", "not_yet_in_force", "unknown"]
    """How the law of the claim stands on the day asked for."""
    evidence: list[VerifiedClaimEvidenceItem]
    """Words or facts that it rests on."""
    correction: str | None
    """The words of the source, where it says otherwise."""
    conflicts: list[VerifiedClaimConflictsItem]
    """Where the claim and its source say opposite things."""
    differences: list[VerifiedClaimDifferencesItem]
    """What sets the claim apart from the nearest passage, where it is not supported."""
    suggested: list[VerifiedClaimSuggestedItem]
    """Always empty: the model takes part in the verdict."""


class VerifiedQuoteSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedQuoteSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedQuoteSpan(TypedDict):
    """Where it stands; null: nowhere in particular."""

    codePoint: VerifiedQuoteSpanCodePoint
    """In Unicode code points."""
    utf16: VerifiedQuoteSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


Clas: TypeAlias = Literal[
    "exact", "normalized", "altered", "misattributed", "frankenquote", "not_found",
]


class VerifiedQuoteBestMatchQuoteSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedQuoteBestMatchQuoteSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifiedQuoteBestMatchQuoteSpan(TypedDict):
    """Where the quotation stands in `contentClean`."""

    codePoint: VerifiedQuoteBestMatchQuoteSpanCodePoint
    """In Unicode code points."""
    utf16: VerifiedQuoteBestMatchQuoteSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class VerifiedQuoteBestMatch(TypedDict):
    slug: str
    """Name of the text in URLs."""
    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    quoteSpan: VerifiedQuoteBestMatchQuoteSpan
    """Where the quotation stands in `contentClean`."""
    distance: int
    """Characters that differ."""
    diff: list[list[Literal["-", "+"] | str]]
    """`-`: in the source only; `+`: in the quotation only."""
    touches: list[str]
    """What the difference touches, e.g. `a negation`."""


VerifiedQuote = TypedDict(
    "VerifiedQuote",
    {
        # Its words.
        "text": "str",
        # Where it stands; null: nowhere in particular.
        "span": "VerifiedQuoteSpan",
        # How the quotation differs from its source.
        "class": "Clas",
        # The nearest passage of a source; null: none is near.
        "bestMatch": "VerifiedQuoteBestMatch | None",
    },
)


class VerifyRequestSourcesItem(TypedDict):
    slug: str
    """Of a text that is held; another is a 400."""
    version: NotRequired[str]
    """Version of the wording (semver)."""
    sha256Hash: NotRequired[str]
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""


class VerifyRequest(TypedDict):
    claim: NotRequired[str]
    """One claim. Exactly one of `claim` and `text`."""
    text: NotRequired[str]
    """A whole document, verified sentence by sentence."""
    sources: NotRequired[list[VerifyRequestSourcesItem]]
    """Texts compared, in any version; none: the corpus is searched."""
    asOf: NotRequired[str]
    """Day on which the law is asked for; default today."""
    checks: NotRequired[list[Literal["claim", "quote", "citation", "status"]]]
    """What to verify; default: everything."""
    threshold: NotRequired[float]
    """Score from which a claim is called supported."""


class VerifyResponseIntegrityItemSpanCodePoint(TypedDict):
    """In Unicode code points."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifyResponseIntegrityItemSpanUtf16(TypedDict):
    """In UTF-16 code units, as JavaScript counts."""

    start: int
    """Begin, inclusive, from 0."""
    end: int
    """End, exclusive."""


class VerifyResponseIntegrityItemSpan(TypedDict):
    codePoint: VerifyResponseIntegrityItemSpanCodePoint
    """In Unicode code points."""
    utf16: VerifyResponseIntegrityItemSpanUtf16
    """In UTF-16 code units, as JavaScript counts."""


class VerifyResponseIntegrityItem(TypedDict):
    code: ArticleIntegrityFlagsItemCode
    """Stable code, for programs."""
    severity: Literal["info", "warning", "critical"]
    """`info`, `warning` or `critical`."""
    message: str
    """What it means, for people."""
    headnoteSequence: int | None
    """Number of the headnote; null: the whole text."""
    span: VerifyResponseIntegrityItemSpan | None
    """Where it stands; null: nowhere in particular."""
    detectedAt: str
    """When it was found."""
    detector: str
    """What found it, with its version."""
    evidence: dict[str, Any]
    """Words or facts that it rests on."""


class VerifyResponseCorpus(TypedDict):
    """The state of the corpus that was read."""

    position: str
    """Up to which event the answer knows the corpus."""
    asOf: str
    """Day that the member holds for; null: unknown."""
    builtAt: str | None
    """When the generation of the read models was begun."""
    generation: str | None
    """Build of the read models."""


class VerifyResponse(TypedDict):
    verdict: Literal["contradicted", "not_supported", "partially_supported", "supported", "unverifiable"]
    """The worst of the claims."""
    groundednessScore: int | None
    """Percentage of verified claims; null: none can be verified."""
    claims: list[VerifiedClaim]
    """Each sentence with its verdict."""
    quotes: list[VerifiedQuote]
    """Quotations, each with its class."""
    citations: list[VerifiedCitation]
    """Citations, each with what it names."""
    integrity: list[VerifyResponseIntegrityItem]
    """What is suspect in the document that was sent."""
    coverage: CoverageSummary | None
    """What is held, where something was not found or could not be verified; else null."""
    method: str
    """Rules that judged, with their version."""
    corpus: VerifyResponseCorpus
    """The state of the corpus that was read."""
    latencyMs: int
    """Milliseconds that the service took."""


class VersionDiffFrom(TypedDict):
    """First day, inclusive; null: open."""

    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    publishedAt: str | None
    """When the text was published; null: unknown."""


class VersionDiffTo(TypedDict):
    """Last day, inclusive; null: open."""

    version: str
    """Version of the wording (semver)."""
    sha256Hash: str
    """SHA-256 of the wording: its canonical JSON (RFC 8785)."""
    publishedAt: str | None
    """When the text was published; null: unknown."""


VersionDiff = TypedDict(
    "VersionDiff",
    {
        # Name of the text in URLs.
        "slug": "str",
        # First day, inclusive; null: open.
        "from": "VersionDiffFrom",
        # Last day, inclusive; null: open.
        "to": "VersionDiffTo",
        # Whether both have the same hash.
        "identical": "bool",
        # Words of `contentClean` that differ, in order. All other words are the same.
        "content": "list[TextChange]",
        # Other members that differ.
        "members": "list[MemberChange]",
        # Headnotes that differ, by number.
        "headnotes": "list[HeadnoteChange]",
    },
)


class VersionsResponse(TypedDict):
    slug: str
    """Name of the text in URLs."""
    current: str
    """What `GET /articles/{slug}` returns."""
    versions: list[ArticleVersion]
    """In the order in which they were published."""


class VocabulariesVocabulariesItem(TypedDict):
    vocabulary: Literal["eurovoc", "lkif", "custom"]
    """Vocabulary of the concept."""
    title: str
    """Its usual name."""
    concepts: int
    """Concepts held."""


class VocabulariesListsItem(TypedDict):
    name: str
    """The filter that takes the values."""
    values: list[str]
    """Every value that is taken."""


class Vocabularies(TypedDict):
    vocabularies: list[VocabulariesVocabulariesItem]
    """Vocabularies of concepts."""
    lists: list[VocabulariesListsItem]
    """Closed lists; a value that is not listed is refused."""


class Watch(TypedDict):
    handle: str
    """Your own name for what you watch."""
    createdAt: str
    """Since when it is watched."""
    recalls: int
    """How often it was recalled."""


class WatchList(TypedDict):
    watches: list[Watch]
    """By handle."""
    next: str | None
    """`after` of the next page; null: there is none."""


class WatchRequest(TypedDict):
    citation: CheckedCitation
    """What an answer of this service cited."""


class WatchStarted(TypedDict):
    handle: str
    """Your own name for what you watch."""
    createdAt: str
    """Since when it is watched."""
    recalls: int
    """How often it was recalled."""
    outcome: CitationOutcome
    """What became of the citation until now."""


Fault: TypeAlias = Literal[
    "address_not_public", "address_unknown", "connect_failed", "connect_timeout", "answer_timeout",
    "answer_unreadable", "tls_failed", "secret_unreadable",
]


class WebhookAttempt(TypedDict):
    at: str
    """When it began."""
    durationMs: int
    """Until the head of the answer, or the fault."""
    status: int | None
    """HTTP status; null: there was none."""
    fault: Fault | None
    """Why there was no status."""


class WebhookEndpoint(TypedDict):
    id: str
    """Identifier; the same after every rebuild."""
    url: str
    """Where messages are posted: an address of the public internet, over https."""
    description: str
    """A note of your own."""
    types: list[WebhookType]
    """Types that are sent; empty: all."""
    jurisdictions: list[Literal["FR", "EU", "LU", "MC", "AD"]]
    """Only changes of texts of these; empty: all."""
    enabled: bool
    """Whether anything is sent to it."""
    disabledAt: str | None
    """Since when nothing is sent; null: it is enabled."""
    disabledCause: Literal["owner", "gone", "failing", "operator"] | None
    """
    `owner`: you disabled it; `gone`: it answered 410; `failing`: it took nothing for five
    days; `operator`: the operators of the service did.
    """
    failingSince: str | None
    """Since when it has taken nothing; null: it works."""
    pending: int
    """Messages that wait for it."""
    startsAfter: str
    """Changes above this position are sent; read earlier ones from `GET /changes`."""
    previousSecretValidUntil: str | None
    """End of the overlap after a rotation."""
    createdAt: str
    """When it was registered."""


class WebhookEndpointChange(TypedDict):
    url: NotRequired[str]
    """Where messages are posted: an address of the public internet, over https."""
    description: NotRequired[str]
    """A note of your own."""
    types: NotRequired[list[WebhookTypeInput]]
    """Types that are sent; empty: all."""
    jurisdictions: NotRequired[list[Literal["FR", "EU", "LU", "MC", "AD"]]]
    """Only changes of texts of these; empty: all."""
    enabled: NotRequired[bool]
    """`false`: nothing is sent until it is `true` again."""


class WebhookEndpointList(TypedDict):
    endpoints: list[WebhookEndpoint]
    """Oldest first."""


WebhookMessageType: TypeAlias = Literal[
    "article.published", "article.updated", "article.unpublished", "article.withdrawn",
    "article.deleted", "article.erased", "headnote.flag_changed", "concept.deprecated",
    "search.matched", "search.unmatched", "receipt.recalled", "usage.cap_reached", "key.expiring",
    "test",
]


class WebhookMessage(TypedDict):
    id: str
    """The `webhook-id` of each of its deliveries."""
    type: WebhookMessageType
    """Its type."""
    state: Literal["pending", "delivered", "given_up"]
    """Its state."""
    queuedAt: str
    """When it was queued first."""
    dueAt: str | None
    """When it is tried next, at the earliest."""
    attempts: list[WebhookAttempt]
    """The last twenty, oldest first."""


class WebhookMessageList(TypedDict):
    messages: list[WebhookMessage]
    """Newest first."""
    next: str | None
    """`before` of the next page; null: there is none."""


WebhookType2: TypeAlias = Literal[
    "article.published", "article.updated", "article.unpublished", "article.withdrawn",
    "article.deleted", "article.erased", "headnote.flag_changed", "concept.deprecated",
    "search.matched", "search.unmatched", "receipt.recalled", "usage.cap_reached", "key.expiring",
]


WebhookType: TypeAlias = "WebhookType2"


WebhookTypeInput: TypeAlias = "WebhookType2"


class WhyNotRequest(TypedDict):
    request: SearchRequest
    """A body of POST /search."""
    slug: str
    """The text that is missing."""


Stage: TypeAlias = Literal[
    "validity", "filter", "headnotes", "match", "depth", "page",
]


class WhyNotResponseStagesItem(TypedDict):
    stage: Stage
    """
    `validity`: not in force on the day; `filter`: its own value is another; `headnotes`: only
    its headnotes would be hits; `match`: no term in common and too far in meaning; `depth`:
    behind the hits that are ranked; `page`: ranked on another page.
    """
    field: str | None
    """The member of the request that keeps it out."""
    own: list[str]
    """Values of the text in this field."""
    rank: int | None
    """Its place in the whole list; null: it has none."""
    similarity: float | None
    """Cosine of the query and its best passage; null: not compared, or not positive."""
    detail: str
    """The reason in one sentence."""


class WhyNotResponseChange(TypedDict):
    text: NotRequired[str]
    """Its words."""
    limit: NotRequired[int]
    """Hits on a page."""
    offset: NotRequired[int]
    """Hits before this page."""
    includeHeadnotes: NotRequired[bool]
    """Headnotes among the hits."""
    enableVector: NotRequired[bool]
    """Meaning beside words."""
    filters: NotRequired[dict[str, list[str] | str | None]]
    """null: the filter is left out."""


class WhyNotResponse(TypedDict):
    slug: str
    """Name of the text in URLs."""
    isOnPage: bool
    """The page has the text: nothing keeps it out."""
    rank: int | None
    """Its place in the whole list; null: it has none."""
    stages: list[WhyNotResponseStagesItem]
    """What keeps it out, the first stage first; a later one shows once it is passed."""
    change: WhyNotResponseChange | None
    """
    The smallest change of the request that lets it in, as a merge patch (RFC 7396); null:
    none is known, or none is needed.
    """


WordsAsked: TypeAlias = "Literal['all', 'any']"


WordsAskedInput: TypeAlias = "Literal['all', 'any']"


class Work(TypedDict):
    code: str
    """Names the work in URLs and in normal names of its articles."""
    name: str
    """Its name."""
    kind: Literal["code", "treaty", "act"]
    """What kind it is of."""
    jurisdiction: Literal["FR", "EU", "LU", "MC", "AD"] | None
    """Whose law it is; null: not said."""
    texts: int
    """Texts held."""


class ScanQuery(TypedDict):
    after: NotRequired[str]
    """`next` of the page before; absent: a new scan."""
    limit: NotRequired[int]
    """Texts at most."""
    jurisdictions: NotRequired[list[Literal["FR", "EU", "LU", "MC", "AD"]]]
    """Jurisdictions of the text. Commas between."""
    contentTypes: NotRequired[list[ContentType]]
    """Kind of text, such as `jurisprudence`. Commas between."""
    courts: NotRequired[list[SavedFiltersCourtsItem]]
    """Courts by code, such as `fr.ccass`. Commas between."""
    courtLevels: NotRequired[list[CourtLevel]]
    """Level of the court. Commas between."""
    chambers: NotRequired[list[Chamber]]
    """Chambers of the court, such as `soc`. Commas between."""
    solutions: NotRequired[list[Solution]]
    """What the court decided, such as `cassation`. Commas between."""
    languages: NotRequired[list[str]]
    """Languages of the text (BCP 47); `fr` finds `fr-LU` too. Commas between."""
    legalDomains: NotRequired[list[LegalDomain]]
    """Field of law; a root such as `civil` finds its leaves. Commas between."""
    conceptIds: NotRequired[list[str]]
    """Concepts of a controlled vocabulary. Commas between."""
    doctrineSubtypes: NotRequired[list[DoctrineSubtype]]
    """Genre of doctrine. Commas between."""
    legalRuleTypes: NotRequired[list[Literal["ratio", "obiter", "distinction"]]]
    """Kind of a headnote. Commas between."""
    statusFlags: NotRequired[list[Literal["red", "orange", "yellow", "green", "gray"]]]
    """Citator status of the hit itself; `gray`: not assessed. Commas between."""
    treatmentTypes: NotRequired[list[TreatmentType]]
    """What later texts did to it, such as `followed`. Commas between."""
    cites: NotRequired[list[str]]
    """Names that the text cites, such as `article:code-civil:1240`. Commas between."""
    identifiers: NotRequired[list[str]]
    """
    Names of the text itself: `ecli:…`, `celex:32016r0679`, `docket:19-60.222`. Commas
    between.
    """
    provision: NotRequired[str]
    """One provision or work by its name: texts that are it, or cite it or a part of it."""
    dateFrom: NotRequired[str]
    """First day, inclusive; texts without a date are out."""
    dateTo: NotRequired[str]
    """Last day, inclusive."""
    asOf: NotRequired[str]
    """The wording in force on that day; without it only the current wording is found."""
    inForce: NotRequired[Literal[True]]
    """
    Leaves out law that has ended or not begun on the day of `asOf`, else on the day of the
    first page.
    """


class ExportQuery(TypedDict):
    format: NotRequired[Literal["jsonl", "parquet"]]
    """`jsonl`: a JSON object a line. `parquet`: each part is a whole file."""
    after: NotRequired[str]
    """`next` of the part before; absent: a new export."""
    limit: NotRequired[int]
    """Texts of this part at most."""
    jurisdictions: NotRequired[list[Literal["FR", "EU", "LU", "MC", "AD"]]]
    """Jurisdictions of the text. Commas between."""
    contentTypes: NotRequired[list[ContentType]]
    """Kind of text, such as `jurisprudence`. Commas between."""
    courts: NotRequired[list[SavedFiltersCourtsItem]]
    """Courts by code, such as `fr.ccass`. Commas between."""
    courtLevels: NotRequired[list[CourtLevel]]
    """Level of the court. Commas between."""
    chambers: NotRequired[list[Chamber]]
    """Chambers of the court, such as `soc`. Commas between."""
    solutions: NotRequired[list[Solution]]
    """What the court decided, such as `cassation`. Commas between."""
    languages: NotRequired[list[str]]
    """Languages of the text (BCP 47); `fr` finds `fr-LU` too. Commas between."""
    legalDomains: NotRequired[list[LegalDomain]]
    """Field of law; a root such as `civil` finds its leaves. Commas between."""
    conceptIds: NotRequired[list[str]]
    """Concepts of a controlled vocabulary. Commas between."""
    doctrineSubtypes: NotRequired[list[DoctrineSubtype]]
    """Genre of doctrine. Commas between."""
    legalRuleTypes: NotRequired[list[Literal["ratio", "obiter", "distinction"]]]
    """Kind of a headnote. Commas between."""
    statusFlags: NotRequired[list[Literal["red", "orange", "yellow", "green", "gray"]]]
    """Citator status of the hit itself; `gray`: not assessed. Commas between."""
    treatmentTypes: NotRequired[list[TreatmentType]]
    """What later texts did to it, such as `followed`. Commas between."""
    cites: NotRequired[list[str]]
    """Names that the text cites, such as `article:code-civil:1240`. Commas between."""
    identifiers: NotRequired[list[str]]
    """
    Names of the text itself: `ecli:…`, `celex:32016r0679`, `docket:19-60.222`. Commas
    between.
    """
    provision: NotRequired[str]
    """One provision or work by its name: texts that are it, or cite it or a part of it."""
    dateFrom: NotRequired[str]
    """First day, inclusive; texts without a date are out."""
    dateTo: NotRequired[str]
    """Last day, inclusive."""
    asOf: NotRequired[str]
    """The wording in force on that day; without it only the current wording is found."""


GetArticleFieldsItem: TypeAlias = Literal[
    "id", "slug", "title", "abstract", "contentClean", "language", "jurisdiction", "legalDomain",
    "contentType", "doctrineSubtype", "publishedAt", "updatedAt", "version", "sha256Hash",
    "hashProfile", "groundednessScore", "groundedness", "hasIntegrityWarning", "integrityFlags",
    "statusFlag", "statusDerivation", "headnotes", "concepts", "judicialDecision", "validity",
    "provision", "source", "licence",
]


Style: TypeAlias = Literal[
    "fr", "eu", "csl-json", "ris", "bibtex", "link", "proof",
]


GetRelationsKindItem: TypeAlias = Literal[
    "citing", "cited", "treatments", "commented_decisions", "versions", "similar",
]
