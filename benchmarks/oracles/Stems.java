// Prints the stem of each line of standard input, by a Snowball stemmer of METEOR's jar.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.tartarus.snowball.SnowballStemmer;

public class Stems {
    public static void main(String[] arguments) throws Exception {
        String name = "org.tartarus.snowball.ext." + arguments[0] + "Stemmer";
        SnowballStemmer stemmer =
            (SnowballStemmer) Class.forName(name).getDeclaredConstructor().newInstance();
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        StringBuilder out = new StringBuilder();
        for (String word = in.readLine(); word != null; word = in.readLine()) {
            stemmer.setCurrent(word);
            stemmer.stem();
            out.append(stemmer.getCurrent()).append('\n');
        }
        new PrintStream(System.out, false, StandardCharsets.UTF_8).append(out).flush();
    }
}
