/** Articles as PubMed exports them. */

export interface Sample {
  doi: string;
  title: string;
  pmid?: number;
  year?: number;
  abstract?: string;
  types?: readonly string[];
}

const ABSTRACT =
  "BACKGROUND: Evening walks are a common habit whose link with night-time heart rate variability is not well known. METHODS: We followed 84 women over three menstrual cycles with a wearable ring and a diary. RESULTS: On nights after an evening walk the average heart rate variability was 3.1 ms higher than on other nights. CONCLUSIONS: Evening walks were linked with higher night-time heart rate variability in women over the whole cycle.";

/** The MEDLINE format that PubMed's "Save citation to file" writes. */
export function nbib(articles: readonly Sample[]): string {
  return articles
    .map(
      ({
        doi,
        title,
        pmid = 91_000_000,
        year = 2021,
        abstract = ABSTRACT,
        types = ["Journal Article"],
      }) =>
        [
          `PMID- ${pmid}`,
          `DP  - ${year} Mar`,
          `TI  - ${title}.`,
          `AB  - ${abstract}`,
          "FAU - Example, Anna",
          "AU  - Example A",
          "FAU - Sample, Bea",
          "AU  - Sample B",
          ...types.map((type) => `PT  - ${type}`),
          "JT  - Journal of made-up samples",
          `AID - ${doi} [doi]`,
          "",
        ].join("\n"),
    )
    .join("\n");
}
