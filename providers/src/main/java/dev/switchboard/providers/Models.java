package dev.switchboard.providers;

import dev.switchboard.core.model.Model;
import dev.switchboard.providers.vendor.VendorModels;

/** Opens models. Opening asks nobody and costs the loading of the vendor's client; the first answer connects. */
public final class Models {
    private final Retries retries;

    public Models() {
        this(Retries.standard());
    }

    public Models(Retries retries) {
        this.retries = retries;
    }

    /** @throws IllegalArgumentException if the vendor cannot be asked with such settings, in words that say why */
    public Model open(ModelSettings settings) {
        return VendorModels.open(settings, retries);
    }
}
