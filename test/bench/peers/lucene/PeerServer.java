import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.QueryBuilder;

/**
 * Lucene over lines of text on standard input and output, fields separated by tabs:
 *
 * <pre>
 * add    number  jurisdiction  day  title  text  vector     answers nothing
 * finish number                                             answers when everything is merged
 * OP     number  limit  jurisdiction  from  to  text  vector  candidates
 * </pre>
 *
 * OP is lexical, vector, hybrid, total or matches; an empty jurisdiction is no filter. Vectors are
 * 32-bit floats, little-endian, in Base64; the graph is searched for so many candidates. An answer is the number, a tab, the total or -1, a tab,
 * the ids.
 */
public final class PeerServer {
  private static final int HITS = 10;
  private static final int CANDIDATES = 100;
  private static final int FUSION = 60;
  private static final double RAM_BUFFER_MB = 256;

  private final Analyzer analyzer = new FrenchAnalyzer();
  private final IndexWriter writer;
  private final PrintStream out;
  private volatile IndexSearcher searcher;

  private PeerServer(Path folder, PrintStream out) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(analyzer);
    config.setRAMBufferSizeMB(RAM_BUFFER_MB);
    writer = new IndexWriter(new MMapDirectory(folder), config);
    this.out = out;
  }

  private static float[] vectorOf(String base64) {
    ByteBuffer bytes =
        ByteBuffer.wrap(Base64.getDecoder().decode(base64)).order(ByteOrder.LITTLE_ENDIAN);
    float[] vector = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(vector);
    return vector;
  }

  private void add(String[] fields) throws IOException {
    int id = Integer.parseInt(fields[1]);
    Document document = new Document();
    document.add(new NumericDocValuesField("id", id));
    document.add(new KeywordField("jurisdiction", fields[2], Field.Store.NO));
    document.add(new IntField("day", Integer.parseInt(fields[3]), Field.Store.NO));
    document.add(new TextField("title", fields[4], Field.Store.YES));
    document.add(new TextField("body", fields[5], Field.Store.YES));
    // Vectors have unit length.
    document.add(
        new KnnFloatVectorField(
            "vector", vectorOf(fields[6]), VectorSimilarityFunction.DOT_PRODUCT));
    writer.addDocument(document);
  }

  private void finish(String number) throws IOException {
    writer.forceMerge(1);
    writer.commit();
    searcher = new IndexSearcher(DirectoryReader.open(writer));
    answer(number, -1, List.of());
  }

  private Query words(String text) {
    QueryBuilder builder = new QueryBuilder(analyzer);
    BooleanQuery.Builder both = new BooleanQuery.Builder();
    for (String field : new String[] {"title", "body"}) {
      Query query = builder.createBooleanQuery(field, text, BooleanClause.Occur.SHOULD);
      if (query != null) both.add(query, BooleanClause.Occur.SHOULD);
    }
    return both.build();
  }

  private static Query filterOf(String[] fields) {
    if (fields[3].isEmpty()) return null;
    int from = Integer.parseInt(fields[4]);
    int to = Integer.parseInt(fields[5]);
    return new BooleanQuery.Builder()
        .add(KeywordField.newExactQuery("jurisdiction", fields[3]), BooleanClause.Occur.FILTER)
        .add(IntField.newRangeQuery("day", from, to), BooleanClause.Occur.FILTER)
        .build();
  }

  private static Query under(Query query, Query filter) {
    if (filter == null) return query;
    return new BooleanQuery.Builder()
        .add(query, BooleanClause.Occur.MUST)
        .add(filter, BooleanClause.Occur.FILTER)
        .build();
  }

  private List<Integer> ids(ScoreDoc[] found) throws IOException {
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    List<Integer> ids = new ArrayList<>(found.length);
    for (ScoreDoc hit : found) {
      LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(hit.doc, leaves));
      NumericDocValues values = leaf.reader().getNumericDocValues("id");
      values.advanceExact(hit.doc - leaf.docBase);
      ids.add((int) values.longValue());
    }
    return ids;
  }

  private List<Integer> best(Query query, int limit) throws IOException {
    return ids(searcher.search(query, limit).scoreDocs);
  }

  private static void addRanks(Map<Integer, Double> scores, List<Integer> ids) {
    for (int rank = 0; rank < ids.size(); rank++)
      scores.merge(ids.get(rank), 1.0 / (FUSION + rank + 1), Double::sum);
  }

  private static List<Integer> fuse(List<Integer> one, List<Integer> other) {
    Map<Integer, Double> scores = new HashMap<>();
    addRanks(scores, one);
    addRanks(scores, other);
    List<Integer> ids = new ArrayList<>(scores.keySet());
    ids.sort((a, b) -> Double.compare(scores.get(b), scores.get(a)));
    return ids.subList(0, Math.min(HITS, ids.size()));
  }

  private void search(String[] fields) throws IOException {
    Query filter = filterOf(fields);
    Query words = under(words(fields[6]), filter);
    int candidates = Integer.parseInt(fields[8]);
    Query near = new KnnFloatVectorQuery("vector", vectorOf(fields[7]), candidates, filter);
    switch (fields[0]) {
      case "lexical" -> answer(fields[1], -1, best(words, HITS));
      case "vector" -> answer(fields[1], -1, best(near, HITS));
      case "hybrid" ->
          answer(fields[1], -1, fuse(best(words, CANDIDATES), best(near, CANDIDATES)));
      case "total" -> answer(fields[1], searcher.count(words), best(words, HITS));
      case "matches" -> answer(fields[1], -1, best(words, Integer.parseInt(fields[2])));
      default -> throw new IllegalArgumentException(fields[0]);
    }
  }

  private void answer(String number, int total, List<Integer> ids) {
    StringBuilder line = new StringBuilder(number).append('\t').append(total).append('\t');
    for (int at = 0; at < ids.size(); at++) line.append(at == 0 ? "" : ",").append(ids.get(at));
    String text = line.append('\n').toString();
    synchronized (out) {
      out.print(text);
      out.flush();
    }
  }

  private void refuse(String number, Exception error) {
    synchronized (out) {
      out.print(number + "\terror\t" + String.valueOf(error).replaceAll("\\s+", " ") + "\n");
      out.flush();
    }
  }

  private void work(String line) {
    String[] fields = line.split("\t", -1);
    try {
      switch (fields[0]) {
        case "add" -> add(fields);
        case "finish" -> finish(fields[1]);
        default -> search(fields);
      }
    } catch (Exception error) {
      refuse(fields[1], error);
    }
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    PeerServer server = new PeerServer(Path.of(arguments[0]), out);
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    List<Future<?>> adding = new ArrayList<>();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String asked = line;
      if (line.startsWith("finish")) {
        for (Future<?> future : adding) future.get();
        adding.clear();
        server.work(asked);
      } else {
        Future<?> future = threads.submit(() -> server.work(asked));
        if (line.startsWith("add")) adding.add(future);
      }
    }
    threads.shutdown();
    server.writer.close();
  }
}
