# Written from the description document of the service by query-api/client/python-source.ts.
# Do not change it by hand: vitest run query-api/client -u writes it again.

"""Every operation of the service, as a method."""

from collections.abc import Sequence
from typing import Literal

from ._transport import Answer, Transport, segment
from .types import (
    Article,
    Authorities,
    Chamber,
    ChangeTypeInput,
    ChangesResponse,
    CitedStyles,
    Code,
    Codes,
    Concept,
    Concepts,
    ContentType,
    CourtLevel,
    CourtYear,
    CourtYears,
    Courts,
    Coverage,
    DeletedReceipt,
    DeletedReceipts,
    DeletedSavedSearch,
    DeletedWatch,
    DeletedWatches,
    DeletedWebhook,
    DoctrineSubtype,
    GetArticleFieldsItem,
    GetRelationsKindItem,
    KeptReceiptList,
    LegalDomain,
    LookUpResponse,
    NewSavedSearch,
    NewWebhookEndpoint,
    Persons,
    QueuedWebhookMessage,
    RagRequest,
    RagResponse,
    RecallList,
    ReceiptCheckRequest,
    ReceiptCheckResponse,
    ReceiptKeeping,
    ReceiptKeepingChange,
    RegisteredWebhook,
    ResolveRequest,
    ResolveResponse,
    RotateWebhookSecret,
    RotatedWebhookSecret,
    SavedFiltersCourtsItem,
    SavedSearch,
    SavedSearchChange,
    SavedSearchList,
    ScanResponse,
    SearchNewsList,
    SearchRequest,
    SearchResponse,
    ShownReceipt,
    SimilarTexts,
    Solution,
    Style,
    SuggestResponse,
    Term,
    TextChronology,
    TextCitations,
    TextRelations,
    TreatmentType,
    Usage,
    VerifyRequest,
    VerifyResponse,
    VersionDiff,
    VersionsResponse,
    Vocabularies,
    Watch,
    WatchList,
    WatchRequest,
    WatchStarted,
    WebhookEndpoint,
    WebhookEndpointChange,
    WebhookEndpointList,
    WebhookMessageList,
    WhyNotRequest,
    WhyNotResponse,
)


class Operations(Transport):
    """The operations; each answer says what it cost."""

    def search_unified(
        self,
        body: SearchRequest,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[SearchResponse]:
        """
        Search articles and headnotes. Hybrid search: lexical (BM25) and semantic ranking,
        fused by Reciprocal Rank Fusion (k = 60). An empty `text` browses by `filters` alone,
        newest first. Costs 0.015 USD a call; 0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "POST",
            "/search",
            body=body,
            idempotency_key=idempotency_key,
            charged=True,
        )

    def look_up_articles(
        self,
        *,
        ecli: str | None = None,
        celex: str | None = None,
        eli: str | None = None,
        docket: str | None = None,
        id: str | None = None,
        court: SavedFiltersCourtsItem | None = None,
        limit: int | None = None,
        offset: int | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[LookUpResponse]:
        """
        Look up articles by an identifier. The published articles with an ECLI, CELEX number,
        ELI, docket number or id, as heads without the text. An identifier that nothing has is
        a list of none, not a 404. One docket number can be that of several courts: name the
        `court`. Costs 0.015 USD a call; 0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            "/articles",
            query={
                "ecli": ecli,
                "celex": celex,
                "eli": eli,
                "docket": docket,
                "id": id,
                "court": court,
                "limit": limit,
                "offset": offset,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def resolve_citations(
        self,
        body: ResolveRequest,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[ResolveResponse]:
        """
        Resolve citations. Which held text each citation means: up to 250 citations, or those
        in a text, today or on a day. Each has a status: 200 one text, 300 several candidates,
        400 no citation or an impossible one, 404 well-formed and not held, with what is held
        near. Numbers are never corrected. Costs 0.015 USD a call; 0.0135 from 500 USD a
        month, 0.012 from 2000.
        """
        return self._json(
            "POST",
            "/citations/resolve",
            body=body,
            idempotency_key=idempotency_key,
            charged=True,
        )

    def suggest(
        self,
        *,
        q: str,
        limit: int | None = None,
        types: Sequence[Literal["citation", "title", "concept"]] | None = None,
    ) -> Answer[SuggestResponse]:
        """
        Complete what is typed. Citations, titles and concepts whose words begin as those that
        were typed, in any order and without regard to accents. The last word may be
        unfinished; numbers are taken as they are written and never corrected. Free; counts
        against the limit.
        """
        return self._json(
            "GET",
            "/suggest",
            query={
                "q": q,
                "limit": limit,
                "types": types,
            },
        )

    def explain_missing(
        self,
        body: WhyNotRequest,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[WhyNotResponse]:
        """
        Why a search does not show a text. Names what keeps a text from the page of a search
        (day, filter, headnotes, words and meaning, depth, page), the first stage first, and
        the smallest change of the request that lets it in, as a merge patch. Costs as a
        search; a 404 costs nothing. Costs 0.015 USD a call; 0.0135 from 500 USD a month,
        0.012 from 2000.
        """
        return self._json(
            "POST",
            "/search/why-not",
            body=body,
            idempotency_key=idempotency_key,
            charged=True,
        )

    def scan_texts(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        jurisdictions: Sequence[Literal["FR", "EU", "LU", "MC", "AD"]] | None = None,
        content_types: Sequence[ContentType] | None = None,
        courts: Sequence[SavedFiltersCourtsItem] | None = None,
        court_levels: Sequence[CourtLevel] | None = None,
        chambers: Sequence[Chamber] | None = None,
        solutions: Sequence[Solution] | None = None,
        languages: Sequence[str] | None = None,
        legal_domains: Sequence[LegalDomain] | None = None,
        concept_ids: Sequence[str] | None = None,
        doctrine_subtypes: Sequence[DoctrineSubtype] | None = None,
        legal_rule_types: Sequence[Literal["ratio", "obiter", "distinction"]] | None = None,
        status_flags: Sequence[Literal["red", "orange", "yellow", "green", "gray"]] | None = None,
        treatment_types: Sequence[TreatmentType] | None = None,
        cites: Sequence[str] | None = None,
        identifiers: Sequence[str] | None = None,
        provision: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        as_of: str | None = None,
        in_force: Literal[True] | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[ScanResponse]:
        """
        Whole result sets, page by page. Every text that passes the filters, each once, by id:
        the texts that were public at the position of the first page, in their wording of that
        position, whatever changes meanwhile. One that is not public any more is a row with
        its id alone. Pass `next` as `after` until it is null. Each page costs as a search,
        without the content of the texts. Costs 0.015 USD a call; 0.0135 from 500 USD a month,
        0.012 from 2000.
        """
        return self._json(
            "GET",
            "/scan",
            query={
                "after": after,
                "limit": limit,
                "jurisdictions": jurisdictions,
                "contentTypes": content_types,
                "courts": courts,
                "courtLevels": court_levels,
                "chambers": chambers,
                "solutions": solutions,
                "languages": languages,
                "legalDomains": legal_domains,
                "conceptIds": concept_ids,
                "doctrineSubtypes": doctrine_subtypes,
                "legalRuleTypes": legal_rule_types,
                "statusFlags": status_flags,
                "treatmentTypes": treatment_types,
                "cites": cites,
                "identifiers": identifiers,
                "provision": provision,
                "dateFrom": date_from,
                "dateTo": date_to,
                "asOf": as_of,
                "inForce": in_force,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_article(
        self,
        slug: str,
        *,
        as_of: str | None = None,
        fields: Sequence[GetArticleFieldsItem] | None = None,
        format: Literal["json", "markdown", "html", "akn", "pdf"] | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[Article]:
        """
        Read one article. One published article: text, metadata, headnotes, concepts,
        integrity flags, decision, version and hash. With `asOf` the wording in force on that
        day. With `Accept` or `format` the same as Markdown, HTML, Akoma Ntoso 3.0 or tagged
        PDF, at the same price. With `fields` JSON of these members alone. With
        `Accept-Datetime` a redirect to the version that was served at that time (RFC 7089); a
        redirect and a 304 cost nothing. Costs 0.06 USD a call; 0.054 from 500 USD a month,
        0.048 from 2000.
        """
        return self._json(
            "GET",
            f"/articles/{segment(slug)}",
            query={
                "asOf": as_of,
                "fields": fields,
                "format": format,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def list_versions(
        self,
        slug: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[VersionsResponse]:
        """
        List the versions of an article. Every version that was published, with its hash, the
        class of the change and its reasons, the days on which it is in force, when it was
        recorded and where in the log. Without the texts: each is read under
        `…/versions/{version}`. Costs 0.015 USD a call; 0.0135 from 500 USD a month, 0.012
        from 2000.
        """
        return self._json(
            "GET",
            f"/articles/{segment(slug)}/versions",
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_version(
        self,
        slug: str,
        version: str,
        *,
        fields: Sequence[GetArticleFieldsItem] | None = None,
        format: Literal["json", "markdown", "html", "akn", "pdf"] | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[Article]:
        """
        Read one version of an article. The article as it was served in that version, with the
        same hash: its wording, headnotes, metadata, flags and assessment. Only the colours of
        the citator are those of today, so that a reader sees what was overruled since. Forms,
        304 and price as for the article itself. Costs 0.06 USD a call; 0.054 from 500 USD a
        month, 0.048 from 2000.
        """
        return self._json(
            "GET",
            f"/articles/{segment(slug)}/versions/{segment(version)}",
            query={
                "fields": fields,
                "format": format,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def compare_versions(
        self,
        slug: str,
        *,
        from_: str,
        to: str,
        idempotency_key: str | None = None,
    ) -> Answer[VersionDiff]:
        """
        Compare two versions of an article. What differs between two versions, in either
        direction: words of the text with their places in both, other members, headnotes. A
        stretch that differs in more than 800 places is one difference as a whole. Costs 0.06
        USD a call; 0.054 from 500 USD a month, 0.048 from 2000.
        """
        return self._json(
            "GET",
            f"/articles/{segment(slug)}/diff",
            query={
                "from": from_,
                "to": to,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_time_map(
        self,
        slug: str,
    ) -> Answer[str]:
        """
        List the versions of an article by time. A TimeMap (RFC 7089): each version with the
        time when the service recorded it. It says what was published here when, never what
        was in force: ask for that with `asOf`. Free; counts against the limit.
        """
        return self._text(
            "GET",
            f"/articles/{segment(slug)}/timemap",
        )

    def cite_article(
        self,
        slug: str,
        *,
        style: Style | None = None,
        language: Literal["fr", "en"] | None = None,
        version: str | None = None,
        as_of: str | None = None,
        paragraph: str | None = None,
    ) -> Answer[CitedStyles]:
        """
        Cite an article in every style. The citation of one version: as French lawyers write
        it (`fr`), as the courts and institutions of the Union do (`eu`), for reference
        managers (`csl-json`, `ris`, `bibtex`), as its permanent address (`link`), and with
        version, address and hash (`proof`). A part that is not known is left out; a text that
        no court, day or number names is cited by its title. Free; counts against the limit.
        """
        return self._json(
            "GET",
            f"/articles/{segment(slug)}/cite",
            query={
                "style": style,
                "language": language,
                "version": version,
                "asOf": as_of,
                "paragraph": paragraph,
            },
        )

    def list_changes(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        types: Sequence[ChangeTypeInput] | None = None,
        jurisdictions: Sequence[Literal["FR", "EU", "LU", "MC", "AD"]] | None = None,
    ) -> Answer[ChangesResponse]:
        """
        What became of texts since a position. Texts that were published, updated, withdrawn
        or deleted, points of law whose colour changed, and concepts that were deprecated, in
        the order of the log, without the words of any text. Pass `next` as `after`, also
        where a page is empty: it moves on past what the filters leave out.
        `X-Service-Corpus-Position` of any answer is a position to begin at. Costs nothing.
        """
        return self._json(
            "GET",
            "/changes",
            query={
                "after": after,
                "limit": limit,
                "types": types,
                "jurisdictions": jurisdictions,
            },
        )

    def check_receipt(
        self,
        body: ReceiptCheckRequest,
    ) -> Answer[ReceiptCheckResponse]:
        """
        What became of what was cited. For up to 1,000 citations with version, hash and the
        position of the answer that gave them, and for what up to 100 receipts cite: whether
        each is current, was superseded, withdrawn, deleted or erased, or changed its colour
        since, with position, reason and replacement. A receipt is read and its signature is
        checked: where some were altered, the request is refused and `details` names each of
        them. Stores nothing and costs nothing.
        """
        return self._json(
            "POST",
            "/receipts/check",
            body=body,
        )

    def get_usage(
        self,
        *,
        month: str | None = None,
    ) -> Answer[Usage]:
        """
        What a month cost. Charged calls of one calendar month (UTC) by day and operation: of
        the key that asks, and of its account. Costs nothing.
        """
        return self._json(
            "GET",
            "/usage",
            query={
                "month": month,
            },
        )

    def verify_claim(
        self,
        body: VerifyRequest,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[VerifyResponse]:
        """
        Verify a claim or a document. Holds each sentence, quotation and citation against the
        corpus: verdicts with evidence, quotations with their class and what differs,
        citations with their status, and how the law stands on the day asked for.
        Deterministic. A claim that can’t be verified is an answer, billed like any other.
        Costs 0.04 USD a call; 0.036 from 500 USD a month, 0.032 from 2000.
        """
        return self._json(
            "POST",
            "/verify",
            body=body,
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_coverage(
        self,
    ) -> Answer[Coverage]:
        """
        What is held. Texts by jurisdiction, court and content type: the days they span, how
        many are held, vectorised and assessed by the citator, and what the sources are known
        to lack. What is not listed is not held, so “not found” and “not held” differ. Costs
        nothing.
        """
        return self._json(
            "GET",
            "/coverage",
        )

    def rag_query(
        self,
        body: RagRequest,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[RagResponse]:
        """
        Ask a question of law. Answers from the corpus in verbatim quotes and headnote
        summaries, each with slug, version, hash and exact span, or abstains and says why.
        With `mode: "generative"` a model chooses, orders and joins them; each sentence that
        it writes is held against the sources before anything is sent, and what they do not
        bear out is dropped. With `Accept: text/event-stream` the answer comes as events:
        `citation` for each source, `claim` for each sentence, `answer` with the whole
        response at the end; they begin when all of it is verified and charged. An abstention
        is an answer, billed like any other; a model that fails is a 500 whose `reason` says
        how (`model_unreachable`, `model_refused`, `model_timeout`, `model_answer_unreadable`,
        `model_answer_too_large`, `model_busy`) and costs nothing. Costs 0.12 USD a call;
        0.108 from 500 USD a month, 0.096 from 2000.
        """
        return self._json(
            "POST",
            "/rag",
            body=body,
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_decision(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[Article]:
        """
        Read a decision by any of its names. One decision by ECLI, docket number, slug, UUID
        or citation (`Civ. 1re, 2 mai 2024, n° 22-12.345`), whole. Where several fit, a 300
        names them; where none does, the 404 says what may be meant and what is held; both
        cost nothing. `Content-Location` is the address of the article. The data of the tool
        `service_get_decision`. Costs 0.06 USD a call; 0.054 from 500 USD a month, 0.048 from
        2000.
        """
        return self._json(
            "GET",
            f"/decisions/{segment(id)}",
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_relations(
        self,
        slug: str,
        *,
        kind: Sequence[GetRelationsKindItem] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[TextRelations]:
        """
        What a text cites and what cites it. What a text cites, what cites it, what later
        texts did to it and what it did to others, the reasons for its colour, decisions that
        it comments on or comments on it, its versions; with `kind=similar` texts near to it
        in meaning. `limit` and `offset` page through `citing`, then `cited`; the other
        members are whole. The data of the tool `service_get_relations`. An unknown text costs
        nothing. Costs 0.015 USD a call; 0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            f"/articles/{segment(slug)}/relations",
            query={
                "kind": kind,
                "limit": limit,
                "offset": offset,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_chronology(
        self,
        slug: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[TextChronology]:
        """
        History of a case or a provision. Of a decision: the chain of its procedure (appeal,
        cassation, remand) and what later texts did to it. Of a provision: the days on which
        its wording is in force. The data of the tool `service_get_chronology`. Costs 0.015
        USD a call; 0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            f"/articles/{segment(slug)}/chronology",
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_similar_texts(
        self,
        slug: str,
        *,
        limit: int | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[SimilarTexts]:
        """
        Texts near in meaning. Current texts whose passages are near to those of this one, the
        nearest first. Likeness is no authority: the texts need not cite each other. Empty for
        a text without vectors. The data of the tool `service_get_relations` with `similar`.
        Costs 0.015 USD a call; 0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            f"/articles/{segment(slug)}/similar",
            query={
                "limit": limit,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_citations(
        self,
        slug: str,
        *,
        state: Sequence[Literal["resolved", "ambiguous", "unresolved"]] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[TextCitations]:
        """
        Citations in a text, with those that name nothing held. Every citation that was
        recognised in the text, in its order: its words with their place, the normal name, and
        the texts of the corpus that have the name. With `state=unresolved` only those that
        name nothing held, each with the reason (`not_found`, `not_held` or what is wrong with
        its number). Costs 0.015 USD a call; 0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            f"/articles/{segment(slug)}/citations",
            query={
                "state": state,
                "limit": limit,
                "offset": offset,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def list_authorities(
        self,
        *,
        text: str | None = None,
        concept_ids: Sequence[str] | None = None,
        jurisdictions: Sequence[Literal["FR", "EU", "LU", "MC", "AD"]] | None = None,
        court_levels: Sequence[CourtLevel] | None = None,
        as_of: str | None = None,
        limit: int | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[Authorities]:
        """
        Leading decisions on a question. Decisions on a question (`text`) or on concepts, the
        most relevant first, weighed by court level, colour of the citator and number of
        citations. The data of the tool `service_list_authorities`. Costs 0.015 USD a call;
        0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            "/authorities",
            query={
                "text": text,
                "conceptIds": concept_ids,
                "jurisdictions": jurisdictions,
                "courtLevels": court_levels,
                "asOf": as_of,
                "limit": limit,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def explain_term(
        self,
        *,
        term: str,
        jurisdictions: Sequence[Literal["FR", "EU", "LU", "MC", "AD"]] | None = None,
        limit: int | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[Term]:
        """
        What a legal term means. Definitions of a term from the controlled vocabularies, and
        passages of the corpus that define or use it, verbatim with slug, version and hash.
        The data of the tool `service_explain_legal_term`. Costs 0.015 USD a call; 0.0135 from
        500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            "/terms",
            query={
                "term": term,
                "jurisdictions": jurisdictions,
                "limit": limit,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def find_concepts(
        self,
        *,
        query: str,
        vocabulary: Literal["eurovoc", "lkif", "custom"] | None = None,
        limit: int | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[Concepts]:
        """
        Look concepts up by words. Concepts whose label holds the words of `query`, closest
        first. Their ids are what the filter `conceptIds` takes. The data of the tool
        `service_taxonomy_lookup`. Costs 0.015 USD a call; 0.0135 from 500 USD a month, 0.012
        from 2000.
        """
        return self._json(
            "GET",
            "/concepts",
            query={
                "query": query,
                "vocabulary": vocabulary,
                "limit": limit,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def get_concept(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[Concept]:
        """
        Read one concept. A concept of EuroVoc, LKIF Core or a vocabulary of this service by
        UUID, URI (percent-encoded) or exact label: labels, definition, broader and narrower
        concepts. An unknown one costs nothing. The data of the tool `service_get_concept`.
        Costs 0.015 USD a call; 0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            f"/concepts/{segment(id)}",
            idempotency_key=idempotency_key,
            charged=True,
        )

    def list_vocabularies(
        self,
    ) -> Answer[Vocabularies]:
        """
        Controlled vocabularies and lists. Vocabularies of concepts with how many are held,
        and every closed list that a filter takes. Costs nothing.
        """
        return self._json(
            "GET",
            "/vocabularies",
        )

    def find_magistrates(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
    ) -> Answer[Persons]:
        """
        Look up a magistrate or lawyer. Identity and office of a magistrate or lawyer by name,
        nothing else: no profile, no statistics. Each look-up is recorded with the key that
        made it, found or not, never with the name. The data of the tool
        `service_magistrate_lookup`. Costs 0.015 USD a call; 0.0135 from 500 USD a month,
        0.012 from 2000.
        """
        return self._json(
            "GET",
            "/magistrates",
            query={
                "name": name,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def list_courts(
        self,
    ) -> Answer[Courts]:
        """
        Courts with the number of their decisions. Every court that the service knows, with
        code, level and name, how many of its decisions are held and the days that they span.
        A court with 0 is known, and nothing of it is held. Costs nothing.
        """
        return self._json(
            "GET",
            "/courts",
        )

    def list_court_years(
        self,
        code: str,
    ) -> Answer[CourtYears]:
        """
        Years of a court. How many decisions of a court are held of each year, the latest year
        first. Costs nothing.
        """
        return self._json(
            "GET",
            f"/courts/{segment(code)}/years",
        )

    def list_court_decisions(
        self,
        code: str,
        year: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[CourtYear]:
        """
        Decisions of a court in a year. Decisions of a court in a year, the latest first, page
        by page. A year of which nothing is held has an empty list. Costs 0.015 USD a call;
        0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            f"/courts/{segment(code)}/years/{segment(year)}",
            query={
                "limit": limit,
                "offset": offset,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def list_codes(
        self,
        *,
        kind: Sequence[Literal["code", "treaty", "act"]] | None = None,
        jurisdictions: Sequence[Literal["FR", "EU", "LU", "MC", "AD"]] | None = None,
    ) -> Answer[Codes]:
        """
        Codes and other works of law. Codes, treaties and other acts of which provisions are
        held, with their number. Costs nothing.
        """
        return self._json(
            "GET",
            "/codes",
            query={
                "kind": kind,
                "jurisdictions": jurisdictions,
            },
        )

    def browse_code(
        self,
        code: str,
        *,
        section: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[Code]:
        """
        Sections and articles of a code. The headings of a work as the corpus knows them, and
        its provisions in legal order (L1234-5 before L1234-10), page by page; with `section`
        those below one heading. The wordings are the current ones. Costs 0.015 USD a call;
        0.0135 from 500 USD a month, 0.012 from 2000.
        """
        return self._json(
            "GET",
            f"/codes/{segment(code)}",
            query={
                "section": section,
                "limit": limit,
                "offset": offset,
            },
            idempotency_key=idempotency_key,
            charged=True,
        )

    def list_webhooks(
        self,
    ) -> Answer[WebhookEndpointList]:
        """
        List the endpoints of the account. Where the account is told of changes, with what is
        wrong where an endpoint is disabled or fails. Free.
        """
        return self._json(
            "GET",
            "/webhooks",
        )

    def register_webhook(
        self,
        body: NewWebhookEndpoint,
    ) -> Answer[RegisteredWebhook]:
        """
        Register an endpoint. From now on each change is posted there, signed by Standard
        Webhooks 1.0.0. Nothing is sent to addresses outside the public internet, and no
        redirect is followed. An account has 20 endpoints at most. Free.
        """
        return self._json(
            "POST",
            "/webhooks",
            body=body,
        )

    def get_webhook(
        self,
        id: str,
    ) -> Answer[WebhookEndpoint]:
        """Read an endpoint. One endpoint of the account. Free."""
        return self._json(
            "GET",
            f"/webhooks/{segment(id)}",
        )

    def change_webhook(
        self,
        id: str,
        body: WebhookEndpointChange,
    ) -> Answer[WebhookEndpoint]:
        """
        Change, disable or enable an endpoint. Members that are absent stay as they are. A
        disabled endpoint is sent nothing, and nothing is queued for it; enabling it begins
        with the changes to come and sends at once what had been waiting. Read what lies
        between from `GET /changes`, after the position that you know. Free.
        """
        return self._json(
            "PATCH",
            f"/webhooks/{segment(id)}",
            body=body,
        )

    def delete_webhook(
        self,
        id: str,
    ) -> Answer[DeletedWebhook]:
        """Delete an endpoint. Its messages and their attempts are deleted with it. Free."""
        return self._json(
            "DELETE",
            f"/webhooks/{segment(id)}",
        )

    def rotate_webhook_secret(
        self,
        id: str,
        body: RotateWebhookSecret,
    ) -> Answer[RotatedWebhookSecret]:
        """
        Give an endpoint a new secret. Until the overlap ends, each message carries two
        signatures: one of the new secret, one of the old. A library of Standard Webhooks
        takes either. Free.
        """
        return self._json(
            "POST",
            f"/webhooks/{segment(id)}/secret",
            body=body,
        )

    def test_webhook(
        self,
        id: str,
    ) -> Answer[QueuedWebhookMessage]:
        """
        Send an endpoint a test. Queues a message of type `test`, whatever the endpoint asked
        for. Its attempts are in the list of messages. Free.
        """
        return self._json(
            "POST",
            f"/webhooks/{segment(id)}/test",
        )

    def list_webhook_messages(
        self,
        id: str,
        *,
        state: Literal["pending", "delivered", "given_up"] | None = None,
        limit: int | None = None,
        before: str | None = None,
    ) -> Answer[WebhookMessageList]:
        """
        List the messages of an endpoint. Each message with its attempts: when, how long, and
        the status or the fault. Of an answer nothing else is kept. Messages that ended are
        kept for 7 days. Free.
        """
        return self._json(
            "GET",
            f"/webhooks/{segment(id)}/messages",
            query={
                "state": state,
                "limit": limit,
                "before": before,
            },
        )

    def redeliver_webhook_message(
        self,
        id: str,
        message: str,
    ) -> Answer[QueuedWebhookMessage]:
        """
        Send a message again. The same `webhook-id` and the same body, at once and with all
        retries. Free.
        """
        return self._json(
            "POST",
            f"/webhooks/{segment(id)}/messages/{segment(message)}/redeliver",
        )

    def list_saved_searches(
        self,
    ) -> Answer[SavedSearchList]:
        """
        List the saved searches of the account. Each with how many texts match it, and with
        the path of its feed. Free.
        """
        return self._json(
            "GET",
            "/saved-searches",
        )

    def save_search(
        self,
        body: NewSavedSearch,
    ) -> Answer[SavedSearch]:
        """
        Save a search. From now on the account is told when a text begins or ceases to match:
        by webhooks of type `search.matched` and `search.unmatched`, by an Atom feed, and in
        `GET /saved-searches/{id}/news`. A text matches if it passes the filters and, where
        the search has words, holds all of them (`words: any`: one of them), or is what a
        citation in the text names. Nearness in meaning matches nothing. Name and search are
        kept sealed. An account has 100 saved searches at most, and each matches 10000 texts
        at most. Free.
        """
        return self._json(
            "POST",
            "/saved-searches",
            body=body,
        )

    def get_saved_search(
        self,
        id: str,
    ) -> Answer[SavedSearch]:
        """Read a saved search. One saved search of the account. Free."""
        return self._json(
            "GET",
            f"/saved-searches/{segment(id)}",
        )

    def change_saved_search(
        self,
        id: str,
        body: SavedSearchChange,
    ) -> Answer[SavedSearch]:
        """
        Rename, pause or resume a saved search. Members that are absent stay as they are. What
        a search asks does not change: save another one. Nothing is told of a paused search;
        once resumed it begins with the texts that match at that moment. Free.
        """
        return self._json(
            "PATCH",
            f"/saved-searches/{segment(id)}",
            body=body,
        )

    def delete_saved_search(
        self,
        id: str,
    ) -> Answer[DeletedSavedSearch]:
        """Delete a saved search. Its news and its feed are deleted with it. Free."""
        return self._json(
            "DELETE",
            f"/saved-searches/{segment(id)}",
        )

    def renew_search_feed(
        self,
        id: str,
    ) -> Answer[SavedSearch]:
        """
        Give the feed of a saved search another path. For when the path of the feed came into
        wrong hands: it ends at once, and `feed` has another one. Free.
        """
        return self._json(
            "POST",
            f"/saved-searches/{segment(id)}/feed",
        )

    def list_search_news(
        self,
        id: str,
        *,
        limit: int | None = None,
        before: str | None = None,
    ) -> Answer[SearchNewsList]:
        """
        List what a saved search came to match. Texts that began or ceased to match since it
        was saved, newest first, without words of any text. The last 200 are kept. Free.
        """
        return self._json(
            "GET",
            f"/saved-searches/{segment(id)}/news",
            query={
                "limit": limit,
                "before": before,
            },
        )

    def get_receipt_keeping(
        self,
    ) -> Answer[ReceiptKeeping]:
        """Read whether receipts are kept. They are not, unless the account asks for it. Free."""
        return self._json(
            "GET",
            "/receipts/keeping",
        )

    def change_receipt_keeping(
        self,
        body: ReceiptKeepingChange,
    ) -> Answer[ReceiptKeeping]:
        """
        Keep receipts, or keep no more. From then on the receipt of each charged answer is
        kept, sealed with a key of the account, and `receipt.recalled` tells when a text that
        it cites is overruled, withdrawn, replaced or erased. Each receipt is deleted after
        1826 days. Keeping no more deletes none: `DELETE /receipts` does. Free.
        """
        return self._json(
            "PATCH",
            "/receipts/keeping",
            body=body,
        )

    def list_receipts(
        self,
        *,
        limit: int | None = None,
        before: str | None = None,
    ) -> Answer[KeptReceiptList]:
        """List kept receipts. Newest first, each with how often it was recalled. Free."""
        return self._json(
            "GET",
            "/receipts",
            query={
                "limit": limit,
                "before": before,
            },
        )

    def delete_receipts(
        self,
    ) -> Answer[DeletedReceipts]:
        """
        Delete all kept receipts. Destroys the key that they are sealed with. Whether receipts
        are kept from now on stays as it is. Free.
        """
        return self._json(
            "DELETE",
            "/receipts",
        )

    def list_recalls(
        self,
        *,
        limit: int | None = None,
        before: str | None = None,
    ) -> Answer[RecallList]:
        """
        List what became of receipts and watches. What `receipt.recalled` told of kept
        receipts and of watches, newest first, without words of any text. Free.
        """
        return self._json(
            "GET",
            "/receipts/recalls",
            query={
                "limit": limit,
                "before": before,
            },
        )

    def get_receipt(
        self,
        id: str,
    ) -> Answer[ShownReceipt]:
        """
        Read a kept receipt. The signed receipt without its salt, and all that the answer
        cites. Of an erased wording neither slug nor hash is left, and no signed receipt that
        names it. Free.
        """
        return self._json(
            "GET",
            f"/receipts/{segment(id)}",
        )

    def delete_receipt(
        self,
        id: str,
    ) -> Answer[DeletedReceipt]:
        """
        Delete a kept receipt. What was told of it is deleted, too, and what is still to be
        sent. Free.
        """
        return self._json(
            "DELETE",
            f"/receipts/{segment(id)}",
        )

    def list_watches(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
    ) -> Answer[WatchList]:
        """
        List watches. By handle, each with how often it was recalled. What is watched is not
        known. Free.
        """
        return self._json(
            "GET",
            "/watch",
            query={
                "limit": limit,
                "after": after,
            },
        )

    def delete_watches(
        self,
    ) -> Answer[DeletedWatches]:
        """Delete all watches. Destroys the key of their fingerprints. Free."""
        return self._json(
            "DELETE",
            "/watch",
        )

    def start_watch(
        self,
        handle: str,
        body: WatchRequest,
    ) -> Answer[WatchStarted]:
        """
        Watch a citation. Says what became of a citation until now, and tells by
        `receipt.recalled` with your handle what becomes of it later. Of the citation the
        service keeps fingerprints alone, keyed by account: it can tell that a change touches
        them, and not list what is watched. Replaces what the handle watched before. An
        account has 10000 watches at most. Free.
        """
        return self._json(
            "PUT",
            f"/watch/{segment(handle)}",
            body=body,
        )

    def get_watch(
        self,
        handle: str,
    ) -> Answer[Watch]:
        """Read a watch. Since when it is watched, and how often it was recalled. Free."""
        return self._json(
            "GET",
            f"/watch/{segment(handle)}",
        )

    def delete_watch(
        self,
        handle: str,
    ) -> Answer[DeletedWatch]:
        """
        Delete a watch. What was told of it is deleted, too, and what is still to be sent.
        Free.
        """
        return self._json(
            "DELETE",
            f"/watch/{segment(handle)}",
        )
